import type { Db } from './connect.js'

/** A question and what becomes of its promise. */
interface Asked<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

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
    const [asked, later] = keyOf ? firstOfEachKey(waiting, keyOf) : [waiting, []]
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

function firstOfEachKey<Question, Answer>(
  all: readonly Asked<Question, Answer>[],
  keyOf: (question: Question) => string,
): [Asked<Question, Answer>[], Asked<Question, Answer>[]] {
  const first = new Map<string, Asked<Question, Answer>>()
  const later = all.filter((one) => {
    const key = keyOf(one.question)
    if (first.has(key)) return true
    first.set(key, one)
    return false
  })
  return [[...first.values()], later]
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
