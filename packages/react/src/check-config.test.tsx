// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import CheckConfig, { requireConfig } from './check-config.js'
import type { SallyportConfig } from './config.js'
import { kitContext } from './context.js'
import { SUPPORTED_CHAINS } from './supported-chains.js'
import { createFakeKit } from './test-kit/fake-kit.js'
import { standingClock } from './test-kit/standing-clock.js'

const [mainnet, sepolia] = SUPPORTED_CHAINS
if (!mainnet || !sepolia) throw new Error('There are no chains')

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

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
    expect(() => requireConfig(config)).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(message) }),
    )
  })

  test.each<[string, SallyportConfig]>([
    ['an offered default chain', { supportedChains: [mainnet, sepolia], defaultChain: sepolia }],
    ['a default chain alone', { defaultChain: sepolia }],
    ['nothing', {}],
  ])('takes %s', (_what, config) => {
    expect(() => requireConfig(config)).not.toThrow()
  })
})

test('tells the developer once of settings that do nothing', async () => {
  const { kit, warnings } = createFakeKit({ clock: standingClock(async () => undefined) })
  await kit.client.start()
  const config = {
    loginMethods: ['email'],
    loginMethodsAndOrder: { primary: ['metamask', 'myspace'] },
    embeddedWallets: { requireUserPasswordOnCreate: true },
  } as unknown as SallyportConfig // a name that the type does not have

  const page = (
    <kitContext.Provider value={kit}>
      <CheckConfig config={config} />
      <CheckConfig config={config} />
    </kitContext.Provider>
  )
  render(page).rerender(page)

  await waitFor(() => expect(warnings).toHaveLength(3))
  expect(warnings).toEqual([
    expect.stringContaining('loginMethods is ignored'),
    expect.stringContaining('myspace: there is no such login method'),
    expect.stringContaining('Add user-passcode to user_owned_recovery_options'),
  ])
})
