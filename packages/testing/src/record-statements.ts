import { appendFileSync } from 'node:fs'
import pg from 'pg'

/*
 * A setup file of the unit tests. Where `SALLYPORT_RECORD_STATEMENTS` names a file, it gets the text of each statement that the API sends, once for
 * each worker, as a line of JSON: for the test that looks at all of them.
 */

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
    if (typeof text === 'string' && options.includes(schema) && !seen.has(text)) {
      seen.add(text)
      appendFileSync(file, `${JSON.stringify(text)}\n`)
    }
    return Reflect.apply(original, this, given)
  } as typeof original
}
