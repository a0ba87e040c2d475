import { describe, expect, test } from 'vitest'
import { isListedName, listedToken, listedTokensAt } from './listed-tokens.js'
import { tokenTable } from './token-table.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('listedToken', () => {
  test('names a token by network and contract, in any case of its letters', () => {
    expect(listedToken(1n, usdc)).toEqual({ symbol: 'USDC', decimals: 6 })
    expect(listedToken(1n, usdc.toLowerCase())).toEqual({ symbol: 'USDC', decimals: 6 })
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    expect(listedToken('solana', mint)).toEqual({ symbol: 'USDC', decimals: 6 })
  })

  test('the same contract on another network, another contract and an unknown place are not listed', () => {
    expect(listedToken(10n, usdc)).toBeNull()
    expect(listedToken(1n, usdc.replace('48', '49'))).toBeNull()
    expect(listedToken(null, usdc)).toBeNull()
    expect(listedToken(123_456n, usdc)).toBeNull()
    expect(listedToken('solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1V')).toBeNull()
  })

  test('every line of the table is a symbol, decimals and a contract', () => {
    for (const [place, table] of Object.entries(tokenTable)) {
      for (const line of table.trim().split('\n')) {
        const address = place === 'solana' ? '[1-9A-HJ-NP-Za-km-z]{32,44}' : '[0-9a-f]{40}'
        expect(line).toMatch(new RegExp(`^[A-Za-z0-9.]{2,8} \\d{1,2} ${address}$`))
      }
    }
  })
})

describe('listedTokensAt', () => {
  test('has each line of the table once, as the token that its contract is', () => {
    const places = [
      ...Object.keys(tokenTable)
        .filter((place) => place !== 'solana')
        .map(BigInt),
    ]
    const all = [...places, 'solana' as const].flatMap((place) =>
      listedTokensAt(place).map((token) => ({ place, ...token })),
    )
    expect(all).toHaveLength(Object.values(tokenTable).join('\n').trim().split(/\n+/).length)
    for (const { place, address, ...token } of all)
      expect(listedToken(place, address)).toEqual(token)
  })

  test('has none at an unknown place', () => {
    expect([listedTokensAt(null), listedTokensAt(123_456n)]).toEqual([[], []])
  })
})

describe('isListedName', () => {
  test.each([
    'USDC',
    'usdc',
    ' U S D C',
    'USDС',
    'USDC\u200b',
    'ＵＳＤＣ',
    'USD Coin',
    'WET𝐇',
    'USD₮',
    'ETH',
  ])('is true for the name of a listed token and what looks like it: %s', (name) => {
    expect(isListedName(name)).toBe(true)
  })

  test.each(['HARBOUR', 'USDCX', '', 'Mail'])('is false for other names: %s', (name) => {
    expect(isListedName(name)).toBe(false)
  })
})
