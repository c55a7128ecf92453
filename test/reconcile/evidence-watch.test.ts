import { createEvidenceWatch } from '../../src/reconcile/evidence-watch.ts'
import { testEvidenceWatch } from './evidence-watch-contract.ts'

testEvidenceWatch('in this process', async () => createEvidenceWatch())
