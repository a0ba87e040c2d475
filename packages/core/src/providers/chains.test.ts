import { chainRpc } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../types.js'
import { addRpcUrlOverrideToChain, addSallyportRpcToChain, rpcUrlOf } from './chains.js'

const appId = 'test-app-0000000000000025'
const at = (url: string) => ({ http: [url] })
const chain = (rpcUrls: Chain['rpcUrls']): Chain => ({
  id: 31337,
  name: 'Anvil',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls,
})
const all = {
  [chainRpc.overrideKey]: at('https://override.example'),
  [chainRpc.providerKey]: at('https://provider.example/'),
  public: at('https://public.example'),
  default: at('https://default.example'),
}
const without = (...keys: string[]) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key)))
const developer = { 31337: 'https://developer.example' }
const { overrideKey, providerKey } = chainRpc

describe('rpcUrlOf', () => {
  test.each([
    ['the override first', all, developer, 'https://override.example'],
    ['then the developer’s', without(overrideKey), developer, 'https://developer.example'],
    [
      'then the provider’s with the app id',
      without(overrideKey),
      {},
      `https://provider.example/?${chainRpc.appIdParameter}=${appId}`,
    ],
    ['then the public one', without(overrideKey, providerKey), {}, 'https://public.example'],
    [
      'then the default',
      without(overrideKey, providerKey, 'public'),
      {},
      'https://default.example',
    ],
  ])('takes %s', (_name, rpcUrls, urls, expected) => {
    expect(rpcUrlOf(chain(rpcUrls), { appId, rpcUrls: urls })).toBe(expected)
  })

  test('SIG-01: error: names the chain that has none', () => {
    expect(() => rpcUrlOf(chain({ default: { http: [] } }), { appId })).toThrow(
      'No RPC url found for Anvil',
    )
  })

  test('addRpcUrlOverrideToChain beats every other URL', () => {
    const changed = addRpcUrlOverrideToChain(chain(without(overrideKey)), 'https://mine.example')

    expect(rpcUrlOf(changed, { appId, rpcUrls: developer })).toBe('https://mine.example')
  })

  test('addSallyportRpcToChain comes after the developer’s URL and before the public one', () => {
    const plain = chain(without(overrideKey, providerKey))
    const changed = addSallyportRpcToChain(plain, 'https://rpc.example/1?a=b')

    expect(rpcUrlOf(changed, { appId, rpcUrls: developer })).toBe('https://developer.example')
    expect(rpcUrlOf(changed, { appId })).toBe(
      `https://rpc.example/1?a=b&${chainRpc.appIdParameter}=${appId}`,
    )
    expect(plain.rpcUrls).not.toHaveProperty(providerKey)
  })
})
