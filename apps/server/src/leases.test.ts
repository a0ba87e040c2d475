import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectDb, type Db } from './db/connect.js'
import { dropLeases, readLeases } from './db/job-leases.js'
import { createLeases, jobs, leaseMs, renewMs } from './leases.js'

let database: TestDatabase
let db: Db
let nowMs = 1_000_000
const holders = ['a', 'b']
const leasesOf = (holder: string) =>
  createLeases({ db, holder }, { elapsedMs: () => nowMs, nowMs: () => nowMs })

beforeAll(async () => {
  database = await createTestDatabase()
  db = connectDb({ url: database.url })
})
afterEach(async () => {
  for (const holder of holders) await dropLeases(db, holder)
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

describe('createLeases', () => {
  test('one process at a time does each job', async () => {
    const [a, b] = [leasesOf('a'), leasesOf('b')]
    await Promise.all([a.renew(), b.renew()])
    for (const job of jobs) expect([a.holds(job), b.holds(job)].filter(Boolean)).toHaveLength(1)
  })

  test('holds nothing before the first answer', () => {
    expect(leasesOf('a').holds('webhooks')).toBe(false)
  })

  test('a job of a process that has died goes on within 15 seconds', async () => {
    const [a, b] = [leasesOf('a'), leasesOf('b')]
    await a.renew()
    const diedMs = nowMs
    while (!b.holds('webhooks')) {
      nowMs += renewMs
      await b.renew()
      // A process that only seems dead has stopped before.
      expect(a.holds('webhooks') && b.holds('webhooks')).toBe(false)
    }
    expect(nowMs - diedMs).toBeLessThanOrEqual(15_000)
    expect(nowMs - diedMs).toBeGreaterThanOrEqual(leaseMs)
  })

  test('a lease that is renewed stays', async () => {
    const [a, b] = [leasesOf('a'), leasesOf('b')]
    for (let round = 0; round < 5; round += 1) {
      await a.renew()
      await b.renew()
      nowMs += renewMs
    }
    expect([a.holds('tracking'), b.holds('tracking')]).toEqual([true, false])
  })

  test('a process that stops gives its jobs to the next one', async () => {
    const [a, b] = [leasesOf('a'), leasesOf('b')]
    await a.renew()
    await a.drop()
    await b.renew()
    expect([a.holds('audit'), b.holds('audit')]).toEqual([false, true])
  })

  test('without the database a job ends with its lease', async () => {
    const a = leasesOf('a')
    await a.renew()
    expect(a.holds('audit')).toBe(true)
    nowMs += leaseMs
    expect(a.holds('audit')).toBe(false)
  })
})

describe('readLeases', () => {
  test('says who does which job', async () => {
    await createLeases({ db, holder: 'a' }).renew()
    expect((await readLeases(db)).map(({ job }) => job)).toEqual([...jobs])
  })
})
