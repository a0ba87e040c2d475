import type { externalWallet } from '@sallyport/core'
import { expect, test } from 'vitest'
import { outsideAddress } from '../../test-kit/external-wallets.js'
import { friend } from '../../test-kit/samples.js'
import { nextPhase, noChoice } from './connect-phase.js'

const on = (address: string, chainId = 'eip155:1') =>
  ({ chainType: 'ethereum', address, connection: { chainId } }) as externalWallet.ExternalWallet // all that is read
const app = { expected: null, chainIds: [1] }

test.each([
  ['one account on a network of the app is used', [on(friend)], noChoice, app, 'ready'],
  [
    'of several accounts one is chosen',
    [on(friend), on(outsideAddress)],
    noChoice,
    app,
    'accounts',
  ],
  [
    'the account the app asks for needs no choice',
    [on(friend), on(outsideAddress)],
    noChoice,
    { ...app, expected: outsideAddress.toLowerCase() },
    'ready',
  ],
  [
    'another account than the app asks for is confirmed',
    [on(friend)],
    noChoice,
    { ...app, expected: outsideAddress },
    'other-address',
  ],
  [
    'a network that the app does not have is switched',
    [on(friend, 'eip155:5')],
    noChoice,
    app,
    'network',
  ],
  [
    'unless the user stays on it',
    [on(friend, 'eip155:5')],
    { ...noChoice, anyNetwork: true },
    app,
    'ready',
  ],
  ['without accounts it is still connecting', [], noChoice, app, 'connecting'],
] as const)('%s', (_, wallets, choice, given, at) => {
  expect(nextPhase(wallets, choice, given).at).toBe(at)
})
