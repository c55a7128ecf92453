import type { CheckRun, PullRequest } from '../../github/world/model.ts'
import { bodiesOf951 } from '../../story/story.ts'
import { must, mustHold } from '../failure.ts'
import { type Play, showChecks, ticketGate } from '../play.ts'
import { branch, newestRun, openPull, type Stage } from '../stage.ts'

/** In the demo; the default is half an hour. */
const SWEEP_SECONDS = 3

const new961 = {
  number: 961,
  title: 'Show the exit code in the status',
  body: 'Shows the exit code of the last upgrade.\n\nCloses tracebloc/backend#2961\n',
  files: { 'client/templates/status.yaml': 'kind: Status\n' },
}

/** What the app cannot read, and what it is not told. */
export async function cannotBeTold(play: Play, stage: Stage, pull951: PullRequest): Promise<void> {
  const { show } = play
  show.act(
    4,
    'what cannot be told is not shown as fine',
    'An app sees only where it is installed, and a webhook can get lost. Neither may turn into a green check.',
  )
  await unreadable(play, stage, pull951)
  await lost(play, stage)
}

async function unreadable(play: Play, stage: Stage, pull951: PullRequest): Promise<void> {
  const { show } = play
  const { world, cast, story, installation } = stage
  show.scene('An issue that the app may not read')
  show.deed('ada takes backend out of the installation, and ben writes "Closes tracebloc/backend#2961" again', () => {
    world.installs.removeRepositories(cast.ada, installation, [story.backend])
    world.pulls.edit(cast.ben, pull951, { body: bodiesOf951.closesExits })
  })
  const since = show.lastDeedAt()
  const classic = ticketGate(pull951)
  const [run] = await showChecks(
    play,
    stage,
    [
      {
        pull: pull951,
        name: 'claims/issues',
        conclusion: 'action_required',
        title: /backend#2961, which cannot be read/,
      },
    ],
    [classic],
  )
  const unknown = must(run, 'claims/issues of #951')
  show.annotations(unknown)
  show.section(unknown, 'How to unblock')
  show.say('action_required blocks as failure does, where the check is required.')

  show.deed('ada installs the app on backend too', () => {
    world.installs.addRepositories(cast.ada, installation, [story.backend])
  })
  await showChecks(play, stage, [
    { pull: pull951, name: 'claims/issues', conclusion: 'failure', title: /1 of 1 criteria unmet/ },
  ])
  const greens = world.checks
    .runsOf(story.client, pull951.headRefOid)
    .filter((one) => isGreenSince(one, since) && one.name === 'claims/issues')
  mustHold(greens.length === 0, 'claims/issues of #951 is never green while backend#2961 is unknown or unmet')
  show.say('It was never green on the way.')
  play.contrasts.push({
    what: '#951 would close backend#2961, which the app may not read',
    classic: classic.conclusion,
    ours: unknown.conclusion ?? '',
  })
}

async function lost(play: Play, stage: Stage): Promise<void> {
  const { show } = play
  const { world, cast } = stage
  show.scene('A webhook that never comes')
  show.say(
    `The app reads everything again from time to time: here every ${SWEEP_SECONDS} seconds, by default every 30 minutes.`,
  )
  await stage.restart({ SWEEP_MINUTES: String(SWEEP_SECONDS / 60) })
  await betweenSweeps(stage)
  const pull = show.deed(
    'ben opens client#961 with "Closes tracebloc/backend#2961", and GitHub loses every webhook of it',
    () => {
      world.webhooks.drop(Number.POSITIVE_INFINITY)
      const opened = openPull(stage, cast.ben, new961, branch(stage, cast.ben, new961))
      world.webhooks.stopLosing()
      return opened
    },
  )
  mustHold(newestRun(stage, pull, 'claims/issues') === undefined, '#961 has no check while its webhook is lost')
  show.say('No check at all: GitHub waits for a required check that is missing, so nothing merges.')
  show.say('Then the sweep comes by:')
  await showChecks(play, stage, [
    { pull, name: 'claims/issues', conclusion: 'failure', title: /close backend#2961: 1 of 1 criteria unmet/ },
    { pull, name: 'claims/chart-versions', conclusion: 'success', title: /No chart version claimed/ },
  ])
}

/** A start sweeps too, and is over when nothing was asked for a while; a slow machine gets no further pause. */
async function betweenSweeps({ github }: Stage): Promise<void> {
  const quietMs = 500
  const deadline = Date.now() + 10_000
  let mark = -1
  while (mark !== github.calls.mark() && Date.now() < deadline) {
    mark = github.calls.mark()
    await new Promise((resolve) => setTimeout(resolve, quietMs))
  }
}

function isGreenSince(run: CheckRun, since: number): boolean {
  return run.createdAt >= since && (run.conclusion === 'success' || run.conclusion === 'neutral')
}
