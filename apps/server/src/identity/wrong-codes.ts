import type { Db } from '../db/connect.js'
import { type CodeSubject, subjectKey } from '../db/one-time-codes.js'

/** Wrong codes for one address that this process takes in `windowMs`: more than the budgets in the database allow. */
const mostWrong = 200
const windowMs = 10 * 60_000
const mostSubjects = 10_000

/**
 * Wrong codes by address, in the memory of this process: a thief who writes to the database and sets its counters back does not
 * get to guess a code of six digits (P5).
 */
interface WrongCodes {
  /** Counts a wrong code; tells whether the address takes no more from now on. */
  count(subject: CodeSubject, nowMs: number): boolean
  /** How long codes for the address are refused, in milliseconds; 0 when they are not. */
  waitMs(subject: CodeSubject, nowMs: number): number
}

const ofEachDb = new WeakMap<Db, WrongCodes>()

/** The counters of a server. */
export function countedWrongCodes(db: Db): WrongCodes {
  const counted = ofEachDb.get(db) ?? createWrongCodes()
  ofEachDb.set(db, counted)
  return counted
}

/** Counters that are empty. */
function createWrongCodes(): WrongCodes {
  const counters = new Map<string, { count: number; endsAtMs: number }>()
  const read = (key: string, nowMs: number) => {
    const counter = counters.get(key)
    return counter !== undefined && counter.endsAtMs > nowMs ? counter : undefined
  }
  return {
    count: (subject, nowMs) => {
      const key = subjectKey(subject)
      const { count, endsAtMs } = read(key, nowMs) ?? { count: 0, endsAtMs: nowMs + windowMs }
      // The newest are last; the oldest make room.
      counters.delete(key)
      counters.set(key, { count: count + 1, endsAtMs })
      const [oldest] = counters.keys()
      if (counters.size > mostSubjects && oldest !== undefined) counters.delete(oldest)
      return count + 1 === mostWrong
    },
    waitMs: (subject, nowMs) => {
      const counter = read(subjectKey(subject), nowMs)
      return counter === undefined || counter.count < mostWrong ? 0 : counter.endsAtMs - nowMs
    },
  }
}
