import { ethereum } from '@sallyport/core'
import { extractChain } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { SUPPORTED_CHAINS } from './supported-chains.js'

const known = Object.values(viemChains)

describe('SUPPORTED_CHAINS', () => {
  test.each(SUPPORTED_CHAINS.map((chain) => [chain.name, chain] as const))(
    '%s is described as viem describes it',
    (_, chain) => {
      const same = extractChain({ chains: known, id: chain.id as 1 }) // any id of the list
      expect(chain).toMatchObject({
        name: same.name,
        nativeCurrency: same.nativeCurrency,
      })
      expect(chain.testnet ?? false).toBe((same as { testnet?: boolean }).testnet ?? false)
    },
  )

  test('begins with the chain of an app that names none', () => {
    expect(SUPPORTED_CHAINS[0]).toEqual(
      ethereum.defaultChainOf({ appId: 'a', apiUrl: 'https://auth.example' }),
    )
  })

  test('an app that names no chains gets the 26 of the reference', () => {
    const given = { appId: 'a', apiUrl: 'https://auth.example' }
    expect(ethereum.chainsOf(given).map(({ id }) => id)).toEqual([
      ...[1, 42161, 421614, 11155111, 10, 11155420, 137, 80002, 42220, 44787, 314, 314159, 8453],
      ...[84532, 80085, 42, 59144, 59140, 43114, 43113, 7777777, 999, 999999999, 17000, 690, 17069],
    ])
    const own = { ...ethereum.defaultChains[0], id: 31337 }
    expect(ethereum.chainsOf({ ...given, defaultChain: own })[0]).toEqual(own)
    expect(ethereum.chainsOf({ ...given, supportedChains: [own] })).toEqual([own])
  })

  test('names each chain once, with an RPC URL over TLS', () => {
    const ids = SUPPORTED_CHAINS.map(({ id }) => id)

    expect(ids).toEqual([...new Set(ids)])
    for (const { rpcUrls } of SUPPORTED_CHAINS)
      expect(rpcUrls.default?.http[0]).toMatch(/^https:\/\//)
  })
})
