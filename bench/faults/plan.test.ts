import { expect, test } from 'vitest'
import { createPlan, nameOf } from './plan.mjs'

const scenario = 'login'
const trace = Array.from({ length: 40 }, (_, index) => ({
  where: 'server',
  point: `server:db:insert_${index}`,
  call: 'authenticate',
  occurrence: 1,
}))

/** Names of the points that a plan strikes when every run passes all of the points. */
function struckBy(share: { index: number; count: number }): string[] {
  const plan = createPlan({ seed: 'plan', thorough: false, together: 3, share })
  plan.learn({ scenario, retries: undefined }, { trace, struck: [] }, true)
  const struck: string[] = []
  for (let job = plan.next(); job; job = plan.next()) {
    struck.push(...job.faults.map((fault: (typeof trace)[number]) => nameOf(scenario, fault)))
    plan.learn(job, { trace, struck: job.faults })
  }
  expect(plan.coverage().missed).toEqual([])
  expect(plan.coverage().points).toHaveLength(trace.length)
  return struck
}

test('the shares of a plan strike every point between them, and none of them twice', () => {
  const whole = struckBy({ index: 1, count: 1 })
  const shares = [1, 2, 3].map((index) => struckBy({ index, count: 3 }))

  expect(shares.flat().sort()).toEqual(whole.sort())
  for (const share of shares) expect(share.length).toBeGreaterThan(0)
})
