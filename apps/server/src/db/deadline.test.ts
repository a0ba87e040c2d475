import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from './connect.js'
import { deadlineCte, requireInTime, setStatementDeadline } from './deadline.js'

const deadlineMs = 1_500

/** A database whose clock the test reads out. */
function createDb() {
  const db: Db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  setStatementDeadline(db, deadlineMs)
  const answer = (aheadMs: number) =>
    requireInTime(db, [{ in_time: true, db_now_ms: performance.now() + aheadMs }])
  /** How far ahead the clock of the database is thought to be. */
  const thoughtMs = () => {
    const [beginByMs] = deadlineCte(db).compile(db).parameters
    return Math.round(Number(beginByMs) - performance.now() - deadlineMs)
  }
  return { answer, thoughtMs }
}
const expectAbout = (found: number, ms: number) => expect(Math.abs(found - ms)).toBeLessThan(200)

test('an answer that took its time does not move the deadline', () => {
  const { answer, thoughtMs } = createDb()
  answer(10_000)
  answer(10_000 - 1_200)
  expectAbout(thoughtMs(), 10_000)
})

test.each([60_000, -60_000])(
  'the deadline follows a new primary whose clock is %i ms away',
  (ms) => {
    const { answer, thoughtMs } = createDb()
    answer(100_000)
    answer(100_000 + ms)
    expectAbout(thoughtMs(), 100_000 + ms)
  },
)
