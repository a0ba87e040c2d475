import { emailAddress, importUser, walletIndex } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeIssue } from './describe-issue.js'

const body = z.strictObject({
  email: emailAddress,
  index: walletIndex,
  count: z.number().check(z.minimum(1), z.maximum(9), z.multipleOf(1)),
  kind: z.enum(['one', 'two']),
  list: z.optional(z.array(z.object({ on: z.boolean() }))),
  either: z.optional(
    z.union([z.object({ a: z.string() }), z.object({ a: z.object({ b: z.number() }) })]),
  ),
  of: z.optional(z.discriminatedUnion('type', [z.object({ type: z.literal('x') })])),
})
const good = { email: 'a@example.com', index: 0, count: 1, kind: 'one' }

describe('describeIssue', () => {
  test.each<[object, string, string | undefined]>([
    [{ ...good, email: 'x' }, 'Invalid email address', 'email'],
    [{ ...good, email: undefined }, 'Invalid email address', 'email'],
    [{ ...good, index: -1 }, 'index must be a wallet index', 'index'],
    [{ ...good, index: undefined }, 'index is missing', 'index'],
    [{ ...good, count: '1' }, 'count must be a number', 'count'],
    [{ ...good, count: 0 }, 'count must be at least 1, in value or length', 'count'],
    [{ ...good, count: 10 }, 'count must be at most 9, in value or length', 'count'],
    [{ ...good, count: 1.5 }, 'count must be a whole number', 'count'],
    [{ ...good, kind: 'three' }, 'kind must be one of "one", "two"', 'kind'],
    [{ ...good, list: {} }, 'list must be a list', 'list'],
    [
      { ...good, list: [{ on: true }, { on: 1 }] },
      'list[1].on must be true or false',
      'list[1].on',
    ],
    [{ ...good, list: [null] }, 'list[0] must be an object', 'list[0]'],
    [{ ...good, either: { a: { b: 'x' } } }, 'either.a.b must be a number', 'either.a.b'],
    [{ ...good, of: { type: 'y' } }, 'of.type is not valid', 'of.type'],
    [{ ...good, more: 1 }, 'more is not a known field', 'more'],
    [{ ...good, 'my <secret>': 1 }, 'The body is not a known field', undefined],
  ])('%j: %s', (value, message, field) => {
    const { error } = body.safeParse(value)

    expect(describeIssue(error?.issues[0] ?? { path: [] }, 'body', value)).toEqual({
      message,
      field,
    })
  })

  test('names a whole part', () => {
    const { error } = body.safeParse(null)

    expect(describeIssue(error?.issues[0] ?? { path: [] }, 'body', null)).toEqual({
      message: 'The body must be an object',
      field: undefined,
    })
  })

  test('never repeats a value', () => {
    const value = { linked_accounts: [{ type: 'email', address: 'my secret' }] }
    const { error } = importUser.safeParse(value)
    const { message } = describeIssue(error?.issues[0] ?? { path: [] }, 'body', value)

    expect(message).not.toContain('secret')
  })
})
