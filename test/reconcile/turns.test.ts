import { createTurns } from '../../src/reconcile/turns.ts'
import { testTurns } from './turns-contract.ts'

testTurns('in one process', async () => {
  const turns = createTurns()
  return () => turns
})
