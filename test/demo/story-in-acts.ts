import { cannotBeTold } from './acts/cannot-be-told.ts'
import { closesUndone } from './acts/closes-undone.ts'
import { oneNumberTwice, type Standing } from './acts/one-number-twice.ts'
import { threeBodies } from './acts/three-bodies.ts'
import type { Play } from './play.ts'
import type { Stage } from './stage.ts'

/** Plays all four acts. */
export async function playStory(play: Play, stage: Stage, standing: Standing): Promise<void> {
  await closesUndone(play, stage)
  const pull951 = await threeBodies(play, stage)
  await oneNumberTwice(play, stage, standing, pull951)
  await cannotBeTold(play, stage, pull951)
}
