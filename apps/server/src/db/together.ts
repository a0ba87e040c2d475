import type { Db } from './connect.js'

/** A question and what becomes of its promise. */
interface Asked<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** Questions that share a statement at most: its rows are joined one with the other. */
const most = 64

/**
 * Lets questions that arrive at the same moment share one statement: what is asked within one turn of the event loop
 * goes out together. A question that comes alone does not wait for another.
 *
 * @param askAll  answers in the order of the questions; when it fails, all of them have failed.
 * @param keyOf  questions of one key never share a statement: the later ones go out in the next turns, one by one.
 */
export function together<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  keyOf?: (question: Question) => string,
): (question: Question) => Promise<Answer> {
  let waiting: Asked<Question, Answer>[] = []
  const send = () => {
    const [asked, later] = divide(waiting, keyOf)
    waiting = later
    if (later.length > 0) setImmediate(send)
    askAll(asked.map(({ question }) => question)).then(
      (answers) => {
        // There is one answer for each question.
        for (const [place, { resolve }] of asked.entries()) resolve(answers[place] as Answer)
      },
      (error) => {
        for (const { reject } of asked) reject(error)
      },
    )
  }
  return (question) =>
    new Promise((resolve, reject) => {
      // Immediates run when every socket that had something to say has been read.
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ question, resolve, reject })
    })
}

/** What goes out now, one question of each key, and what goes later. */
function divide<Question, Answer>(
  all: readonly Asked<Question, Answer>[],
  keyOf: ((question: Question) => string) | undefined,
) {
  const keys = new Set<string>()
  const asked: Asked<Question, Answer>[] = []
  const later: Asked<Question, Answer>[] = []
  for (const one of all) {
    const key = keyOf?.(one.question)
    if (asked.length === most || (key !== undefined && keys.has(key))) {
      later.push(one)
      continue
    }
    asked.push(one)
    if (key !== undefined) keys.add(key)
  }
  return [asked, later] as const
}

/** `make(db)`, made once for each database. */
export function oncePerDb<T>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>()
  return (db) => {
    const known = made.get(db)
    if (known !== undefined) return known
    const fresh = make(db)
    made.set(db, fresh)
    return fresh
  }
}
