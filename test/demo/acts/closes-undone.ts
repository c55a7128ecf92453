import { bodyOf948 } from '../../story/story.ts'
import { mustHold } from '../failure.ts'
import { type Play, showChecks, ticketGate } from '../play.ts'
import { branch, buildScenery, openPull, type Scenery } from '../stage.ts'

const pull948 = {
  number: 948,
  title: 'Explain the failures of the last week',
  body: bodyOf948,
  files: { 'NOTES.md': 'What we found out\n' },
}

/** #948 closes an issue whose work is mostly undone: as it went, then with the gate. */
export async function closesUndone(play: Play, stage: Scenery): Promise<void> {
  const { show } = play
  show.act(
    1,
    'a merge closes an issue that is not done',
    'GitHub closes what a description says it closes, the moment it merges. Nobody asks whether the issue is done. Here an issue about 477 failures was closed one second after a merge, with 431 of them unexplained.',
  )
  asItWent(play)

  show.scene('With Claimwarden')
  const { ben } = stage.cast
  const pull = show.deed('ben opens client#948 with the same description', () =>
    openPull(stage, ben, pull948, branch(stage, ben, pull948)),
  )
  const [run] = await showChecks(
    play,
    stage,
    [{ pull, name: 'claims/issues', conclusion: 'failure', title: /close backend#2935: 1 of 2 criteria unmet/ }],
    [ticketGate(pull)],
  )
  if (run === undefined) return
  show.say('A required check that fails blocks the merge. Its page on GitHub, in full:')
  show.page(run)
  play.contrasts.push({
    what: '#948 would close backend#2935, 431 of 477 failures unexplained',
    classic: ticketGate(pull).conclusion,
    ours: run.conclusion ?? '',
  })
}

/** In a world of its own, where the app is not installed. */
function asItWent({ show }: Play): void {
  const scenery = buildScenery()
  const { world, cast, story } = scenery
  show.scene('As it went, with a gate that asks for a ticket')
  const pull = show.deed('ben opens client#948. Its description:', () =>
    openPull(scenery, cast.ben, pull948, branch(scenery, cast.ben, pull948)),
  )
  show.quote(pull.body)
  show.answers([ticketGate(pull)])
  show.deed('ada merges #948', () => world.merging.merge(cast.ada, pull))
  const closed = story.failures.timeline.find((event) => event.kind === 'closed')
  mustHold(story.failures.state === 'closed', 'the merge of #948 closes backend#2935')
  mustHold(closed?.kind === 'closed' && closed.closer !== null, 'backend#2935 is closed by a merge')
  show.say('GitHub closes backend#2935 at once, as completed. What that issue asks for:')
  show.quote(
    story.failures.body
      .split('\n')
      .filter((line) => line.startsWith('- ['))
      .join('\n'),
  )
}
