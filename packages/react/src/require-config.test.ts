import { describe, expect, test } from 'vitest'
import type { SallyportConfig } from './config.js'
import { createKit } from './kit.js'
import { SUPPORTED_CHAINS } from './supported-chains.js'

const options = { appId: 'a'.repeat(25), apiUrl: 'https://auth.example' }
const [mainnet, sepolia] = SUPPORTED_CHAINS
if (!mainnet || !sepolia) throw new Error('There are no chains')

describe('requireConfig', () => {
  test.each<[string, SallyportConfig, string]>([
    ['no login method', { loginMethods: [] }, 'at least one login method'],
    ['no primary method', { loginMethodsAndOrder: { primary: [] } }, 'at least one login method'],
    ['no chain', { supportedChains: [] }, 'must not be empty'],
    [
      'a default chain that is not offered',
      { supportedChains: [mainnet], defaultChain: sepolia },
      'defaultChain must be one of supportedChains',
    ],
  ])('error: refuses %s', (_what, config, message) => {
    expect(() => createKit(options, config)).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(message) }),
    )
  })

  test.each<[string, SallyportConfig]>([
    ['an offered default chain', { supportedChains: [mainnet, sepolia], defaultChain: sepolia }],
    ['a default chain alone', { defaultChain: sepolia }],
    ['nothing', {}],
  ])('takes %s', (_what, config) => {
    expect(createKit(options, config)).toBeDefined()
  })
})
