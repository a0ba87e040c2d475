import type { Db } from './connect.js'

interface Waiting<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

/** Inputs that share a statement at most: its rows are joined one with the other. */
const maxBatch = 64

/**
 * Runs calls that arrive within one turn of the event loop as one batch, with one statement and one commit. A call that
 * comes alone does not wait for others. Without it, refresh and login fall below their bars (docs/performance.md).
 *
 * @param runAll  returns one output for each input, in order; when it fails, all of the batch have failed.
 */
export function batchPerTick<Input, Output>(
  runAll: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = []
  const send = () => {
    const batch = waiting.slice(0, maxBatch)
    waiting = waiting.slice(maxBatch)
    if (waiting.length > 0) setImmediate(send)
    runAll(batch.map(({ input }) => input)).then(
      (outputs) => {
        // There is one output for each input.
        for (const [place, { resolve }] of batch.entries()) resolve(outputs[place] as Output)
      },
      (error) => {
        for (const { reject } of batch) reject(error)
      },
    )
  }
  return (input) =>
    new Promise((resolve, reject) => {
      // Immediates run when every socket that had data has been read.
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ input, resolve, reject })
    })
}

/** `create(db)`, called once for each database. */
export function oncePerDb<T>(create: (db: Db) => T): (db: Db) => T {
  const created = new WeakMap<Db, T>()
  return (db) => {
    const known = created.get(db)
    if (known !== undefined) return known
    const fresh = create(db)
    created.set(db, fresh)
    return fresh
  }
}
