import { crossAppProviderPrefix } from '@sallyport/contract'
import fc from 'fast-check'
import type { ZodMiniType } from 'zod/mini'

/** Texts that are known to break parsers, queries, pages and comparisons. */
export const hostileTexts: readonly string[] = [
  '',
  'a',
  ' ',
  '0',
  '-0',
  'null',
  'undefined',
  'true',
  '[object Object]',
  ...['__proto__', 'constructor', 'prototype', 'toJSON', 'then', 'hasOwnProperty'],
  ...["' or 1=1 --", "'; drop table session; --", '$1', '%s%n', '#{7*7}', '{{7*7}}', '<%= 7*7 %>'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '](javascript:alert(1))'],
  ...['../../etc/passwd', '/%2f%2fevil.example', '//evil.example', '\\\\evil.example'],
  ...['javascript:alert(1)', 'https://a@evil.example', 'http://[::1]:80/', 'http://2130706433/'],
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202eabc', '\u200b', '\ufeff', '\u2028'],
  ...['é', 'e\u0301', '\u212a', 'ı', 'ﬁ', '＠', '＋1', '١٢٣٤٥٦', '💥', '👩‍👩‍👧‍👧'],
  ...['a\r\nSet-Cookie: a=b', 'a\nBcc: b@example.com', '%0d%0aa'],
  ...['1e18', '0x', '0x0', '0x00', '0xg', '9007199254740993', `0x${'f'.repeat(64)}`],
  ...['2020-01-01T00:00:00+25:00', '+010000-01-01T00:00:00Z', 'NaN', 'Infinity'],
  ...['42', '123456', '000000', ' 12345', '12345\n', '１２３４５６', ' aaaaa-2222 2'],
  ...['no-signup', 'login-or-sign-up', 'ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'],
  ...[2, 6, 17, 24, 41, 42, 43, 44, 64, 65, 66, 100, 128, 129, 250, 255, 256, 512, 513, 1024].map(
    (length) => 'a'.repeat(length),
  ),
  ...[32, 64, 65, 91, 110, 256].map((length) => Buffer.alloc(length, 4).toString('base64url')),
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ...['a@example.com', ' A@Example.COM ', 'a+b@example.com', `${'a'.repeat(60)}@example.com`],
  ...['+12015550123', ' (201) 555-0123', '+44 07911 123456', '+1\u00a02015550123'],
  // Addresses: of Ethereum, of Solana.
  ...[`0x${'a'.repeat(40)}`, '1'.repeat(32)],
  ...['eipl55:1', 'eip155:1', '#1f6feb', 'https://app.example.com', 'http://localhost:1'],
]

const hostileNumbers = [
  ...[0, -0, 1, -1, 2, 99, 100, 101, 1.5, -1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 1e21],
  ...[-(2 ** 53), 5e-324, 1e308],
]

/** JSON values that schemas don't expect. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(...hostileNumbers, null, true, false, [], {}, [[]]),
)

/** The parts of a schema's definition that this module reads; zod documents them for tools. */
interface Definition {
  type: string
  shape?: Record<string, ZodMiniType>
  catchall?: ZodMiniType
  innerType?: ZodMiniType
  element?: ZodMiniType
  options?: readonly ZodMiniType[]
  entries?: Record<string, string>
  values?: readonly unknown[]
  in?: ZodMiniType
  out?: ZodMiniType
}

/**
 * Values inside a schema that its author did not think of. Texts come from `texts` and the list above: those the
 * schema accepts, so every rule of the contract is kept without being known here.
 *
 * @throws Error for a text rule none of the texts passes: add one, or the rule would go untested.
 */
export function valuesOf(schema: ZodMiniType, texts: readonly string[]): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as Definition
  const make = makers[definition.type]
  if (make === undefined) throw new Error(`There are no hostile values of ${definition.type} yet`)
  return make(definition, { schema, texts }).filter((value) => schema.safeParse(value).success)
}

interface Making {
  schema: ZodMiniType
  texts: readonly string[]
}

const makers: Record<string, (definition: Definition, making: Making) => fc.Arbitrary<unknown>> = {
  string: (_, making) => acceptedTexts(making),
  number: (_, { schema }) =>
    fc.constantFrom(...hostileNumbers.filter((number) => schema.safeParse(number).success)),
  boolean: () => fc.boolean(),
  unknown: () => hostileJson,
  any: () => hostileJson,
  null: () => fc.constant(null),
  literal: ({ values = [] }) => fc.constantFrom(...values),
  enum: ({ entries = {} }) => fc.constantFrom(...Object.values(entries)),
  custom: (_, making) => acceptedProviders(making),
  optional: ({ innerType }, making) => inner(innerType, making),
  nullable: ({ innerType }, making) => fc.oneof(fc.constant(null), inner(innerType, making)),
  default: ({ innerType }, making) => inner(innerType, making),
  // Of a text that is transformed the whole pipe decides: its first schema accepts nearly every text.
  pipe: ({ in: source, out }, making) => {
    const type = (source?._zod.def as Definition | undefined)?.type
    if (type === 'string') return acceptedTexts(making)
    // What begins with a transformation is read by what follows it.
    return inner(type === 'transform' ? out : source, making)
  },
  record: () => fc.dictionary(fc.constantFrom('method', 'params', 'rules', 'x'), hostileJson),
  union: ({ options = [] }, { texts }) =>
    fc.oneof(...options.map((option) => valuesOf(option, texts))),
  array: ({ element }, { texts, schema }) => {
    const item = element === undefined ? hostileJson : valuesOf(element, texts)
    const lengths = [0, 1, 2, 4, 8].filter((length) => acceptsLength(schema, length))
    return fc
      .constantFrom(...(lengths.length === 0 ? [1] : lengths))
      .chain((length) => fc.array(item, { minLength: length, maxLength: length }))
  },
  object: ({ shape = {}, catchall }, { texts }) => {
    const names = Object.keys(shape)
    const required = names.filter((name) => !shape[name]?.safeParse(undefined).success)
    const known = fc.record(
      Object.fromEntries(
        Object.entries(shape).map(([name, part]) => [name, valuesOf(part, texts)]),
      ),
      { requiredKeys: required },
    )
    const isStrict = (catchall?._zod.def as Definition | undefined)?.type === 'never'
    if (isStrict) return known
    // Where unknown fields are allowed, these must have no effect.
    const more = catchall === undefined ? fc.constant(forgedFields) : fc.constantFrom({}, { a: 1 })
    return fc.oneof(
      known,
      fc.tuple(known, more).map(([own, extra]) => ({ ...extra, ...own })),
    )
  },
}

function acceptedTexts({ schema, texts }: Making): fc.Arbitrary<string> {
  const accepted = [...texts, ...hostileTexts].filter((text) => schema.safeParse(text).success)
  if (accepted.length === 0) throw new Error('No hostile text passes a rule of the contract')
  return fc.constantFrom(...accepted)
}

/** The rules written as functions: another app as an OAuth provider, or one that the app has added. */
function acceptedProviders({ schema }: Making): fc.Arbitrary<string> {
  const providers = [
    `${crossAppProviderPrefix}${'a'.repeat(25)}`,
    'custom:a',
    `custom:${'a'.repeat(40)}`,
  ]
  const accepted = providers.filter((provider) => schema.safeParse(provider).success)
  if (accepted.length === 0) throw new Error('No provider passes a rule of the contract')
  return fc.constantFrom(...accepted)
}

/** Fields that a request must not be able to set. */
const forgedFields = {
  user_id: 'did:privy:someone',
  userId: 'someone',
  sub: 'did:privy:someone',
  session: { user: { id: 'did:privy:someone' } },
  app_id: 'someone',
  is_admin: true,
}

function inner(schema: ZodMiniType | undefined, { texts }: Making): fc.Arbitrary<unknown> {
  return schema === undefined ? hostileJson : valuesOf(schema, texts)
}

/** Whether an array schema accepts the length; errors of the elements are ignored. */
function acceptsLength(schema: ZodMiniType, length: number): boolean {
  const { error } = schema.safeParse(Array.from({ length }, () => Symbol('nothing')))
  return !error?.issues.some(({ code }) => code === 'too_small' || code === 'too_big')
}
