import { describe, expect, test } from 'vitest'
import { expiryOf } from './expiry.js'

const transfer = 'https://auth.example/v1/wallets/w1/transfer'
const rpc = 'https://auth.example/v1/wallets/w1/rpc'
const header = (value: string) => ({ 'privy-app-id': 'a', 'privy-request-expiry': value })
const none = { 'privy-app-id': 'a' }

describe('when a request ends', () => {
  test.each([
    ['by its header', rpc, header('5'), {}, '5'],
    ['of a transfer by its body, a number', transfer, none, { request_expiry: 7 }, '7'],
    ['of a transfer by its body, a text', transfer, none, { request_expiry: '7' }, '7'],
    ['the earlier of two, in the body', transfer, header('9'), { request_expiry: 7 }, '7'],
    ['the earlier of two, in the header', transfer, header('5'), { request_expiry: 7 }, '5'],
    [
      'what cannot be read, whichever it is',
      transfer,
      header('soon'),
      { request_expiry: 7 },
      'soon',
    ],
    ['what cannot be read in the body', transfer, header('5'), { request_expiry: 'soon' }, 'soon'],
    ['never', transfer, none, {}, undefined],
    ['of other requests not by their body', rpc, none, { request_expiry: 7 }, undefined],
  ])('%s', (_, url, headers, body, wanted) => {
    expect(expiryOf({ url, headers, body })).toBe(wanted)
  })
})
