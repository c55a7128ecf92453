import type { PullRequest } from '../../github/world/model.ts'
import { chartPath, chartYaml } from '../../story/story.ts'
import { must, mustHold } from '../failure.ts'
import { type Expectation, type Play, showChecks, versionGate } from '../play.ts'
import { awaitCheck, branch, chartFiles, fileAt, newestRun, openPull, type Scenery, type Stage } from '../stage.ts'

/** Pull requests that were open before the story begins; the stale three branched when develop was at 1.9.90. */
export interface Standing {
  readonly pull922: PullRequest
  readonly pull940: PullRequest
  readonly branch952: string
  readonly branch953: string
}

const stale = {
  940: { number: 940, title: 'Keep the proxy settings at an upgrade' },
  952: { number: 952, title: 'Name the node in the pod' },
  953: { number: 953, title: 'Ask for less memory' },
} as const
const new922 = { number: 922, title: 'Retry a failed auto-upgrade' }
const late = { number: 960, title: 'Describe the values' }

/** What lies before Act 1, on a scenery whose develop is at 1.9.90: three branches, then 1.9.91 to 1.9.93, then #922. */
export function openStanding(scenery: Scenery): Standing {
  const { world, cast, story } = scenery
  const { cleo, ben, ada } = cast
  const branch940 = branch(scenery, cleo, { ...stale[940], files: chartFiles('1.9.91', 940) })
  const branch953 = branch(scenery, ben, { ...stale[953], files: chartFiles('1.9.92', 953) })
  const branch952 = branch(scenery, cleo, { ...stale[952], files: chartFiles('1.9.93', 952) })
  for (const version of ['1.9.91', '1.9.92', '1.9.93']) {
    world.branches.commit(ada, story.client, 'develop', { [chartPath]: chartYaml(version) }, `Release ${version}`)
  }
  const branch922 = branch(scenery, cleo, { ...new922, files: chartFiles('1.9.94', 922) })
  return {
    pull922: openPull(scenery, cleo, new922, branch922),
    pull940: openPull(scenery, cleo, stale[940], branch940),
    branch952,
    branch953,
  }
}

/** Five open pull requests and one number twice. */
export async function oneNumberTwice(
  play: Play,
  stage: Stage,
  standing: Standing,
  pull951: PullRequest,
): Promise<void> {
  const { show } = play
  const { world, cast, story } = stage
  const { pull922, pull940 } = standing
  show.act(
    3,
    'two charts under one version',
    'Pull requests in this repository must raise the version of the chart. Where two write the same number, git sees no conflict: both sides wrote the same line. Whoever merges second publishes another chart under a version that is out already.',
  )
  // Judged since Act 2; what follows is what this act brings.
  await awaitCheck(stage, pull922, 'claims/chart-versions', 'success', /#951 waits/)
  await awaitCheck(stage, pull951, 'claims/chart-versions', 'failure', /held by #922/)
  const [pull952, pull953] = show.deed(
    'develop has client 1.9.93. cleo opens #952 and ben #953, so that five pull requests claim a version',
    () => [
      openPull(stage, cast.cleo, stale[952], standing.branch952),
      openPull(stage, cast.ben, stale[953], standing.branch953),
    ],
  )
  const five = [pull922, pull940, pull951, must(pull952, '#952'), must(pull953, '#953')]
  const classic = five.map((pull) => versionGate(stage, pull))
  mustHold(
    classic.every(({ conclusion }) => conclusion === 'success'),
    'the classic gate passes all five',
  )
  show.answers(classic)
  show.say('Claimwarden reads all open pull requests at once:')
  const [, , held, , newest] = await showChecks(play, stage, [
    charts(pull922, 'success', /1\.9\.94 is held by this pull request; #951 waits/),
    charts(pull940, 'failure', /1\.9\.91 is behind develop/),
    charts(pull951, 'failure', /1\.9\.94 is held by #922; next free is 1\.9\.95/),
    charts(must(pull952, '#952'), 'failure', /1\.9\.93/),
    charts(must(pull953, '#953'), 'failure', /1\.9\.92 is behind develop/),
  ])
  const blocked = must(held, 'the check of #951')
  show.say('The check of #951, as GitHub shows it beside the diff:')
  show.annotations(blocked, fileAt(story.client, pull951.headRefOid, chartPath))
  show.section(blocked, 'How to unblock')
  show.say('And the board, here in the check of #953, which was judged last:')
  show.section(must(newest, 'the check of #953'), 'Board')

  show.deed('ben writes 1.9.95 into #951', () =>
    world.branches.commit(cast.ben, story.client, 'work-951', { [chartPath]: chartYaml('1.9.95') }, 'Take 1.9.95'),
  )
  await showChecks(play, stage, [
    charts(pull951, 'success', /1\.9\.95/),
    charts(pull922, 'success', /^(?!.*waits).*1\.9\.94/),
  ])

  const lateBranch = branch(stage, cast.cleo, {
    ...late,
    files: { 'client/templates/change-960.yaml': 'kind: Change960\n' },
  })
  show.deed('ada merges #922: develop has 1.9.94 now', () => world.merging.merge(cast.ada, pull922))
  const [, , , behind] = await showChecks(play, stage, [
    charts(pull951, 'success', /1\.9\.95/),
    charts(pull940, 'failure', /1\.9\.91 is behind develop, which has 1\.9\.94; next free is 1\.9\.96/),
    charts(must(pull952, '#952'), 'failure', /1\.9\.93 is behind develop, which has 1\.9\.94; next free is 1\.9\.96/),
    charts(must(pull953, '#953'), 'failure', /1\.9\.92 is behind develop, which has 1\.9\.94; next free is 1\.9\.96/),
  ])
  show.say(
    'Nobody pushed to those three: the merge of another made their numbers older still, and their checks say so.',
  )
  show.section(must(behind, 'the check of #953'), 'Board')

  const pull960 = show.deed('cleo, who branched before that merge, writes 1.9.94 too and opens #960', () => {
    world.branches.commit(cast.cleo, story.client, lateBranch, { [chartPath]: chartYaml('1.9.94') }, 'Take 1.9.94')
    return openPull(stage, cast.cleo, late, lateBranch)
  })
  mustHold(world.pulls.mergeable(pull960), 'git merges #960 without a conflict')
  const swallowedByClassic = versionGate(stage, pull960)
  const [swallowed] = await showChecks(
    play,
    stage,
    [charts(pull960, 'failure', /1\.9\.94 is taken on develop already; next free is 1\.9\.96/)],
    [swallowedByClassic],
  )
  const taken = must(swallowed, 'the check of #960')
  show.annotations(taken, fileAt(story.client, pull960.headRefOid, chartPath))
  show.section(taken, 'How to unblock')
  const kept = newestRun(stage, pull951, 'claims/chart-versions')
  mustHold(kept?.conclusion === 'success', '#951 at 1.9.95 still passes after the merge of #922')
  play.contrasts.push(
    {
      what: '#922 and #951 both claim 1.9.94: the later one',
      classic: versionGate(stage, pull951).conclusion,
      ours: blocked.conclusion ?? '',
    },
    {
      what: '#960 claims 1.9.94, merged meanwhile; git sees no conflict',
      classic: swallowedByClassic.conclusion,
      ours: taken.conclusion ?? '',
    },
  )
}

function charts(pull: PullRequest, conclusion: string, title: RegExp): Expectation {
  return { pull, name: 'claims/chart-versions', conclusion, title }
}
