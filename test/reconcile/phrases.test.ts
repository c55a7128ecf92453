import { createCommandPhrases } from '../../src/reconcile/phrases.ts'
import { testPhrases } from './phrases-contract.ts'

testPhrases('in this process', async () => createCommandPhrases())
