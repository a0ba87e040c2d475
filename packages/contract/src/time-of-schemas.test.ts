import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as contract from './index.js'

/*
 * V5: one anonymous body must not stop the server. Every schema of the contract reads long texts that patterns take long for; what
 * counts is the time of the processor, whatever else runs.
 */
const size = 65_536
const mostMs = 60

const repeated = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
const texts = [
  'a',
  '-',
  '.',
  ' ',
  '0',
  '/',
  'a-',
  'a.',
  '@-',
  '.-',
  '\\',
  '0x',
  '%41',
  '\n',
  'é',
  '(',
  '{"a":',
]
  .map(repeated)
  .flatMap((long) => [`${long}!`, `a@${long}`])
  .concat([`https://a.${repeated('a.')}/`, `+1${repeated('0 ')}`, `${repeated('a.')}@example.com`])

type Schema = z.ZodMiniType
/** What is read of a schema: the parts of each kind. */
interface Definition {
  type: string
  checks?: {
    _zod: {
      def: { check?: string; format?: string; pattern?: RegExp; fn?: unknown }
      check: unknown
    }
  }[]
  transform?: unknown
  fn?: unknown
  shape?: Record<string, Schema>
  options?: Schema[]
  items?: Schema[]
  element?: Schema
  innerType?: Schema
  keyType?: Schema
  valueType?: Schema
  catchall?: Schema
  in?: Schema
  out?: Schema
  left?: Schema
  right?: Schema
  getter?(): Schema
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Schemas in any value: those that the package exports, and those in its routes and tables. */
function collect(value: unknown, path: string, found: Map<unknown, string>): void {
  if (typeof value !== 'object' || value === null || found.has(value)) return
  found.set(value, path)
  if (!isSchema(value)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, `${path}.${name}`, found)
    return
  }
  // The kinds of schemas differ in what they have of it.
  const { getter, shape, options = [], items = [], ...one } = value._zod.def as Definition
  const parts = [...options, ...items, getter?.(), ...Object.values(one).filter(isSchema)]
  for (const part of parts) collect(part, path, found)
  for (const [name, part] of Object.entries(shape ?? {})) collect(part, `${path}.${name}`, found)
}

const found = new Map<unknown, string>()
collect(contract, 'contract', found)
const schemas = [...found].flatMap(([value, path]) =>
  isSchema(value) ? [{ path, schema: value }] : [],
)

/** Those that run code or patterns of ours on a text; of schemas with the same rules one. */
const reading = new Map<string, { path: string; schema: Schema }>()
for (const { path, schema } of schemas) {
  const { type, checks = [], ...definition } = schema._zod.def as Definition
  const rules = checks.map(({ _zod: { def, check } }) =>
    [def?.check, def?.format, def?.pattern, def?.fn ?? (def?.check ? '' : check)].join(' '),
  )
  // An object without rules of its own reads its parts, which are read by themselves.
  if (rules.length === 0 && !['pipe', 'transform', 'custom'].includes(type)) continue
  const { transform, fn } = definition
  const isOwn = type === 'pipe' || type === 'object'
  reading.set(isOwn ? path : [type, ...rules, transform, fn].join('; '), { path, schema })
}

/** Milliseconds of the processor that reading takes; the least of three tries where one was slow. */
function timeOf(schema: Schema, value: unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && least > mostMs; attempt += 1) {
    const before = process.cpuUsage()
    try {
      schema.safeParse(value)
    } catch {
      // A schema that throws has ended, too.
    }
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** A value for the shape of an object, with the text in each place; the text itself for another schema. */
function valueFor(schema: Schema, text: string): unknown {
  const { shape } = schema._zod.def as Definition
  return shape && Object.fromEntries(Object.keys(shape).map((name) => [name, text]))
}

describe('every schema of the contract', () => {
  test('is found, those in routes too', () => {
    expect(schemas.length).toBeGreaterThan(500)
    expect(reading.size).toBeGreaterThan(60)
    expect(schemas.some(({ schema }) => schema === contract.emailAddress)).toBe(true)
  })

  test('V5: reads 64 kB of any such text in less than 60 ms of the processor', () => {
    const slow = [...reading.values()].flatMap(({ path, schema }) =>
      texts.flatMap((text) => {
        const ms = Math.max(
          timeOf(schema, text),
          valueFor(schema, text) === undefined ? 0 : timeOf(schema, valueFor(schema, text)),
        )
        return ms > mostMs ? [`${path} ${ms} ms: ${text.slice(0, 20)}`] : []
      }),
    )

    expect(slow).toEqual([])
  }, 300_000)
})
