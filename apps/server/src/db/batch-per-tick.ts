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
 * comes alone does not wait for others. Without it, refresh and login fall below their bars (docs/develop/performance.md).
 *
 * @param runAll  returns one output for each input, in order; when it fails, all of the batch have failed.
 * @param keyOf  inputs with the same key never share a batch.
 */
export function batchPerTick<Input, Output>(
  runAll: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  keyOf?: (input: Input) => string,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = []
  const send = () => {
    const [batch, later] = splitBatch(waiting, keyOf)
    waiting = later
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

/** The first calls that may share a batch, and the others. */
function splitBatch<Input, Output>(
  waiting: Waiting<Input, Output>[],
  keyOf: ((input: Input) => string) | undefined,
): [Waiting<Input, Output>[], Waiting<Input, Output>[]] {
  if (keyOf === undefined) return [waiting.slice(0, maxBatch), waiting.slice(maxBatch)]
  const keys = new Set<string>()
  const [batch, later]: [Waiting<Input, Output>[], Waiting<Input, Output>[]] = [[], []]
  for (const call of waiting) {
    const key = keyOf(call.input)
    const fits = batch.length < maxBatch && !keys.has(key)
    keys.add(key)
    if (fits) batch.push(call)
    else later.push(call)
  }
  return [batch, later]
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
