import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { letters, notText, outcome, rows } from '../test/outcome.js'
import { accountId, missingAppId } from './account-id.js'
import { caip2, eip155ChainId } from './chain-id.js'
import { hexBytes, quantity } from './hex.js'
import {
  authorizationCode,
  codeVerifier,
  missingOAuthCode,
  oauthProvider,
  redirectTo,
  stateCode,
} from './oauth.js'
import { oauthProviders } from './oauth-providers.js'
import { pagination } from './pagination.js'
import { userId } from './user-id.js'
import { walletLogin } from './wallet-login.js'

describe('userId', () => {
  test.each([
    ['did:privy:cm3np4u9j001rc8b73seqmqqk', 'cm3np4u9j001rc8b73seqmqqk'],
    ['cm3np4u9j001rc8b73seqmqqk', 'cm3np4u9j001rc8b73seqmqqk'],
    ['did:privy:did:privy:a', 'did:privy:a'],
    ['DID:PRIVY:a', 'DID:PRIVY:a'],
  ])('reads %j as %j', (input, value) => {
    expect(outcome(userId, input)).toEqual({ value })
  })

  test.each(rows(...notText, '', 'did:privy:'))('error: refuses $input', ({ input }) => {
    expect(outcome(userId, input)).toEqual(['User ID must be provided'])
  })
})

describe('accountId', () => {
  test.each(rows(...notText, ''))('error: refuses $input', ({ input }) => {
    expect(outcome(accountId, input)).toEqual(['App ID must be provided'])
  })

  test('keeps text', () => {
    expect(outcome(accountId, 'a1')).toEqual({ value: 'a1' })
  })

  test('names the code of a missing app id', () => {
    expect(missingAppId).toEqual({
      code: 'missing_or_invalid_privy_app_id',
      status: 400,
      message: 'App ID must be provided',
    })
  })
})

describe('caip2', () => {
  test.each([
    'eip155:1',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'abc:a',
    `abcdefgh:${letters(32)}`,
    'a-1:_-Z',
  ])('keeps %j', (value) => {
    expect(outcome(caip2, value)).toEqual({ value })
  })

  test.each(
    rows(
      ...notText,
      '',
      ':',
      'eip155',
      'eip155:',
      'ab:1',
      'abcdefghi:1',
      `abc:${letters(33)}`,
      'EIP155:1',
      'eip155:1:2',
      'eip155:1\n',
      ' eip155:1',
      'eip155:\u0661',
      'eip155:1\0',
    ),
  )('INP-11: error: refuses $input', ({ input }) => {
    expect(outcome(caip2, input)).toEqual([
      "Chain ID must be a valid CAIP-2 chain ID, e.g. 'eip155:1'",
    ])
  })
})

describe('eip155ChainId', () => {
  test.each(['eip155:1', 'eip155:8453', `eip155:${'1'.repeat(32)}`])('keeps %j', (value) => {
    expect(outcome(eip155ChainId, value)).toEqual({ value })
  })

  test.each(
    rows(
      ...notText,
      '',
      '1',
      'eip155:',
      'eip155:0x1',
      'eip155:-1',
      'eip155:1 ',
      'eip155:1\n',
      'solana:1',
      'eip155:\u0661',
      `eip155:${'1'.repeat(33)}`,
    ),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(eip155ChainId, input)).toEqual(['Chain ID must be an eip155 chain ID'])
  })
})

describe('pagination', () => {
  test.each([
    [{}, {}],
    [{ cursor: 'abc' }, { cursor: 'abc' }],
    [{ limit: 1 }, { limit: 1 }],
    [{ limit: 100 }, { limit: 100 }],
    [{ limit: '100' }, { limit: 100 }],
    [
      { limit: '7', cursor: '' },
      { limit: 7, cursor: '' },
    ],
  ])('reads %j as %j', (input, value) => {
    expect(outcome(pagination, input)).toEqual({ value })
  })

  test.each([101, '101', 1e15, '999999999999999'])(
    'INP-08: error: refuses the limit %j',
    (limit) => {
      expect(outcome(pagination, { limit })).toEqual(['Query limit can be at maximum 100 records.'])
    },
  )

  test.each(
    rows(
      0,
      -0,
      -1,
      1.5,
      '',
      '0',
      '-1',
      '1.5',
      '1e1',
      '0x10',
      ' 5',
      'ten',
      null,
      [5],
      ['5', '6'],
      true,
    ),
  )('INP-08: error: refuses the limit $input', ({ input: limit }) => {
    expect(outcome(pagination, { limit })).toEqual([
      'Query limit must be a whole number, at least 1.',
    ])
  })

  test('INP-08: error: refuses a repeated cursor', () => {
    expect(outcome(pagination, { cursor: ['a', 'b'] })).toEqual(['Query cursor must be text.'])
  })
})

describe('codeVerifier', () => {
  test.each([letters(43), letters(128), `${letters(39)}-._~`])('keeps %j', (value) => {
    expect(outcome(codeVerifier, value)).toEqual({ value })
  })

  test.each(
    rows(...notText, '', 'a', letters(42), letters(129), `${letters(43)}+`, `${letters(43)}\uD800`),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(codeVerifier, input)).toEqual(['Code verifier must have 43 to 128 characters.'])
  })
})

describe('oauthProvider', () => {
  test.each([...oauthProviders, 'privy:clpispdty00ycl80fpueukbhl', `privy:${'A1'.repeat(12)}z`])(
    'keeps %j',
    (value) => {
      expect(outcome(oauthProvider, value)).toEqual({ value })
    },
  )

  test('has the nine of the specification and the two of later clients', () => {
    expect(oauthProviders).toEqual([
      'google',
      'discord',
      'twitter',
      'github',
      'spotify',
      'instagram',
      'tiktok',
      'linkedin',
      'apple',
      'twitch',
      'line',
    ])
  })

  test.each(
    rows(
      ...notText,
      '',
      'Google',
      'google ',
      'naver',
      'privy:',
      `privy:${letters(24)}`,
      `privy:${letters(26)}`,
      `privy:${letters(24)}-`,
      `privy:${letters(24)}\n`,
      `privy:${letters(24)}\u212A`,
      `PRIVY:${letters(25)}`,
      '__proto__',
      'constructor',
    ),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(oauthProvider, input)).toEqual(['Please specify a supported provider.'])
  })
})

describe('OAuth texts', () => {
  test.each(rows(...notText, ''))('error: refuses $input', ({ input }) => {
    const missing = ['Please specify authorization_code and state_code.']

    expect(outcome(redirectTo, input)).toEqual(['Please provide a redirect_to value.'])
    expect(outcome(authorizationCode, input)).toEqual(missing)
    expect(outcome(stateCode, input)).toEqual(missing)
  })

  test('names code and status of a login without code or state', () => {
    expect(missingOAuthCode).toEqual({
      code: 'invalid_credentials',
      status: 401,
      message: 'Please specify authorization_code and state_code.',
    })
  })
})

describe('walletLogin', () => {
  const schema = z.object(walletLogin)

  test.each([
    {},
    { chainId: null, walletClientType: null, connectorType: null },
    { chainId: letters(41), walletClientType: letters(64), connectorType: letters(64) },
  ])('keeps %j', (value) => {
    expect(outcome(schema, value)).toEqual({ value })
  })

  test.each([
    [{ chainId: letters(42) }, 'chainId must have at most 41 characters'],
    [{ chainId: 1 }, 'chainId must have at most 41 characters'],
    [{ walletClientType: letters(65) }, 'walletClientType must have at most 64 characters'],
    [{ walletClientType: 'a\0' }, 'walletClientType must have at most 64 characters'],
    [{ connectorType: letters(65) }, 'connectorType must have at most 64 characters'],
    [{ connectorType: '\uDC00' }, 'connectorType must have at most 64 characters'],
  ])('error: refuses %j', (input, message) => {
    expect(outcome(schema, input)).toEqual([message])
  })
})

describe('quantity', () => {
  const schema = quantity('value')

  test.each([0, 1, 2 ** 53 - 1, '0x0', '0x00ff', `0x${'f'.repeat(64)}`])('keeps %j', (value) => {
    expect(outcome(schema, value)).toEqual({ value })
  })

  test.each(
    rows(
      -1,
      0.1,
      2 ** 53,
      2 ** 53 + 1,
      1e21,
      '',
      '0x',
      '0xg',
      '1',
      `0x1${'0'.repeat(64)}`,
      null,
      true,
      [],
      1n,
    ),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(schema, input)).toEqual(['value must be a 0x hex string or a whole number'])
  })
})

describe('hexBytes', () => {
  const schema = hexBytes('Must be hex', 2)

  test.each(['0x', '0xaB', '0x0102'])('keeps %j', (value) => {
    expect(outcome(schema, value)).toEqual({ value })
  })

  test.each(rows(...notText, '', '0', 'ab', '0xa', '0xabc', '0x010203', '0Xab', '0xzz', '0xab\n'))(
    'error: refuses $input',
    ({ input }) => {
      expect(outcome(schema, input)).toEqual(['Must be hex'])
    },
  )
})
