import { appendFileSync } from 'node:fs'
import pg from 'pg'

/*
 * A setup file of the unit tests. Where `SALLYPORT_RECORD_STATEMENTS` names a file, it gets the text of each statement that the API itself sends, once
 * for each worker, as a line of JSON: for the test that looks at all of them.
 */

/** Whether a statement comes from the server, and not from a test by the server's connection. */
function isOfServer(stack: string): boolean {
  return stack
    .split('\n')
    .some(
      (line) =>
        /apps\/server\/(src|dist)\//.test(line) &&
        !/\.test\.|\/testing\/|\/db\/(prepared|connect|batch-per-tick)\./.test(line),
    )
}

function stackHere(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error('here')
  Error.stackTraceLimit = stackTraceLimit
  return stack
}

const file = process.env.SALLYPORT_RECORD_STATEMENTS
const schema = 'search_path=sallyport_api '
const mark = Symbol.for('sallyport.records-statements')

interface Marked {
  [mark]?: boolean
  query: pg.Client['query']
}

const prototype = pg.Client.prototype as unknown as Marked
if (file !== undefined && prototype[mark] !== true) {
  prototype[mark] = true
  const seen = new Set<string>()
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : null
    // What a client was connected with is not among its public types.
    const { options = '' } = (this as unknown as { connectionParameters: { options?: string } })
      .connectionParameters
    const isNew = typeof text === 'string' && options.includes(schema) && !seen.has(text)
    if (isNew && isOfServer(stackHere())) {
      seen.add(text)
      appendFileSync(file, `${JSON.stringify(text)}\n`)
    }
    return Reflect.apply(original, this, given)
  } as typeof original
}
