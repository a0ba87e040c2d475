import { etherFunding, orderOf } from '../../test-kit/funding-samples.js'
import { anvil, walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  accounts: walletAccounts,
  config: { supportedChains: [anvil], defaultChain: anvil },
} as const

/** A balance of nothing when it is first read, and of `units` from then on. */
const growing = (units: bigint) => {
  const answers = [0n]
  return () => `0x${(answers.pop() ?? units).toString(16)}`
}

/** The address. */
export const manualScenes: States<'FUNDING_MANUAL_TRANSFER_SCREEN'> = {
  first: {
    when: 'The user sends from somewhere else.',
    data: { funding: etherFunding, order: null },
    ...shared,
  },
  again: {
    when: 'It was begun before.',
    data: { funding: etherFunding, order: orderOf({ kind: 'manual' }) },
    ...shared,
  },
  'other-asset': {
    when: 'USDC arrived where the network’s coin was asked for.',
    data: { funding: etherFunding, order: orderOf({ kind: 'manual' }) },
    ...shared,
    // A new one for each visit.
    get answers() {
      return { node: { eth_call: growing(25_000_000n) } }
    },
  },
  arrived: {
    when: 'Something has arrived.',
    data: {
      funding: etherFunding,
      order: orderOf({ kind: 'manual', before: '980000000000000000' }),
    },
    ...shared,
  },
}
