import { parentPort, workerData } from 'node:worker_threads'
import { parseChartIndex } from '../parse/chart-index.ts'

parentPort?.postMessage(parseChartIndex(String(workerData)))
