import { describe, expect, test } from 'vitest'
import { chainOfVerifier, embeddedChainTypes, isEmbeddedChain, isSameAddressOn } from './chains.js'
import { loginChainTypes } from './login-chains.js'
import { chainTypes } from './primitives.js'

const checksummed = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

describe('embeddedChains', () => {
  test('are chain types of the wire, Ethereum first', () => {
    expect(embeddedChainTypes).toEqual(chainTypes)
    expect(chainTypes.filter(isEmbeddedChain)).toEqual(embeddedChainTypes)
    expect(loginChainTypes).toEqual(['ethereum', 'solana'])
  })

  test('a verifier names its chain, and no chain where no wallets are made', () => {
    expect(chainOfVerifier('solana-address-verifier')).toBe('solana')
    expect(chainOfVerifier('bitcoin-segwit-address-verifier')).toBe('bitcoin-segwit')
    expect(chainOfVerifier('toString')).toBeUndefined()
  })
})

describe('isSameAddressOn', () => {
  test('Ethereum addresses differ in case by the checksum only', () => {
    expect(isSameAddressOn('ethereum', checksummed, checksummed.toLowerCase())).toBe(true)
  })

  test('letter case tells Solana addresses apart, and not those of Bitcoin', () => {
    expect(isSameAddressOn('solana', solana, solana.toLowerCase())).toBe(false)
    expect(isSameAddressOn('bitcoin-segwit', 'bc1q', 'BC1Q')).toBe(true)
  })
})
