import type { SmartWalletType } from './linked-account.js'

/** The versions of each type's contracts, the one that is used by default first (specification §9). */
export const smartWalletVersions = {
  safe: ['1.4.1'],
  kernel: ['0.3.1'],
  biconomy: ['2.0'],
  light_account: ['2.0.0', '1.1.0'],
  coinbase_smart_wallet: ['1', '1.1'],
} as const satisfies Record<SmartWalletType, readonly string[]>
