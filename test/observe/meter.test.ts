import { expect, test } from '@jest/globals'
import { WorkMeter } from '../../src/observe/meter.ts'

test('what several evaluations of one work take sums to the time and the requests of the work', async () => {
  let clock = 1000
  const meter = new WorkMeter(() => clock)
  const spent = await meter.measure(async () => {
    meter.count('graphql', 3)
    clock += 30
    meter.enter('judge')
    clock += 5
    meter.enter('publish')
    meter.count('rest', 0)
    clock += 20
    const first = meter.take()
    meter.enter('judge')
    clock += 1
    meter.enter('publish')
    clock += 4
    meter.count('graphql', 3)
    return [first, meter.take()]
  })
  expect(spent).toEqual([
    { milliseconds: { read: 30, judge: 5, publish: 20 }, graphql: 1, rest: 1, points: 3 },
    { milliseconds: { read: 0, judge: 1, publish: 4 }, graphql: 1, rest: 0, points: 3 },
  ])
})

test('works that run at the same time are measured apart', async () => {
  const meter = new WorkMeter(() => 0)
  const work = (count: number) =>
    meter.measure(async () => {
      for (let index = 0; index < count; index += 1) {
        meter.count('rest', 0)
        await new Promise((resolve) => setImmediate(resolve))
      }
      return meter.take().rest
    })
  expect(await Promise.all([work(3), work(5)])).toEqual([3, 5])
})

test('a clock that steps back takes no time away', async () => {
  let clock = 1000
  const meter = new WorkMeter(() => clock)
  const spent = await meter.measure(async () => {
    clock -= 500
    return meter.take()
  })
  expect(spent.milliseconds.read).toBe(0)
})

test('outside of a work nothing is measured', () => {
  const meter = new WorkMeter(() => 0)
  meter.count('rest', 0)
  expect(meter.take().rest).toBe(0)
})
