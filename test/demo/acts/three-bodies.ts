import type { CheckRun, PullRequest } from '../../github/world/model.ts'
import { bodiesOf951 } from '../../story/story.ts'
import { must, mustHold } from '../failure.ts'
import { type Play, showChecks, ticketGate } from '../play.ts'
import { branch, chartFiles, openPull, type Stage } from '../stage.ts'

/** #951 as its description changed three times. */
export async function threeBodies(play: Play, stage: Stage): Promise<PullRequest> {
  const { show } = play
  const { world, cast, story } = stage
  show.act(
    2,
    'one word, and a gate that cannot read it',
    'client#951 collects logs, so that somebody can find a cause later. It says twice what it does not do. A ticket was named each time, so the classic gate passed each time; a reviewer had to block it by hand.',
  )
  const merged = must(
    [...world.state.pulls.values()].find(({ number }) => number === 948),
    '#948',
  )
  show.deed('As it happened, ada merges #948: an administrator may, past the red check', () =>
    world.merging.merge(cast.ada, merged, { override: true }),
  )
  mustHold(story.failures.state === 'closed', 'the merge of #948 closes backend#2935')
  show.say('backend#2935 is closed now.')

  const new951 = { number: 951, title: 'Collect the logs of a failed auto-upgrade', body: bodiesOf951.closesFailures }
  const files = { ...chartFiles('1.9.94', 951), 'client/values.yaml': 'logs: true\n' }
  const pull = show.deed('ben opens client#951. Its description:', () =>
    openPull(stage, cast.ben, new951, branch(stage, cast.ben, { ...new951, files })),
  )
  show.quote(pull.body)
  const closed = await judge(play, stage, pull, 'success', /closes no issue: backend#2935 is closed already/)
  show.annotations(closed)
  show.say('Harmless, and not what ben meant: a warning.')

  show.deed('ben names the open issue instead: the last line is now', () =>
    world.pulls.edit(cast.ben, pull, { body: bodiesOf951.closesExits }),
  )
  show.quote(lastLine(pull))
  show.say('backend#2961 says, in a sentence and without a tick box:')
  show.quote(story.exits.body)
  const blocked = await judge(play, stage, pull, 'failure', /close backend#2961: 1 of 1 criteria unmet/)
  show.annotations(blocked)
  show.section(blocked, 'How to unblock')

  show.deed('ben takes the first way out: the last line is now', () =>
    world.pulls.edit(cast.ben, pull, { body: bodiesOf951.partOf }),
  )
  show.quote(lastLine(pull))
  const passed = await judge(play, stage, pull, 'success', /^Merging closes no issue$/)
  const classic = ticketGate(pull).conclusion
  play.contrasts.push(
    {
      what: '#951 would close backend#2961, whose work it says it does not do',
      classic,
      ours: blocked.conclusion ?? '',
    },
    { what: '#951 is part of backend#2961, and leaves it open', classic, ours: passed.conclusion ?? '' },
  )
  return pull
}

async function judge(
  play: Play,
  stage: Stage,
  pull: PullRequest,
  conclusion: string,
  title: RegExp,
): Promise<CheckRun> {
  const classic = ticketGate(pull)
  mustHold(classic.conclusion === 'success', 'the classic gate passes each description of #951')
  const [run] = await showChecks(play, stage, [{ pull, name: 'claims/issues', conclusion, title }], [classic])
  return must(run, 'claims/issues')
}

function lastLine(pull: PullRequest): string {
  return pull.body.trimEnd().split('\n').at(-1) ?? ''
}
