import type { SmartWalletType } from '@sallyport/contract'
import { SmartWalletError } from '../errors.js'
import type { ToAccount } from './account.js'
import { versions } from './versions.js'

/** Each type's account, loaded when an app uses it. */
const accounts = {
  safe: () => import('./safe.js').then(({ toSafe }) => toSafe),
  kernel: () => import('./kernel.js').then(({ toKernel }) => toKernel),
  biconomy: () => import('./biconomy.js').then(({ toBiconomy }) => toBiconomy),
  light_account: () => import('./light-account.js').then(({ toLightAccount }) => toLightAccount),
  coinbase_smart_wallet: () =>
    import('./coinbase-smart-wallet.js').then(({ toCoinbase }) => toCoinbase),
} as const satisfies Record<SmartWalletType, () => Promise<ToAccount>>

/**
 * What makes accounts of a type.
 *
 * @throws SmartWalletError "Invalid smart account type" (specification §8).
 */
export function loadAccount(type: string): Promise<ToAccount> {
  if (!Object.hasOwn(accounts, type))
    throw new SmartWalletError('invalid_smart_account_type', 'Invalid smart account type')
  return accounts[type as SmartWalletType]() // a key of the record, by the line above
}

/** The versions of a type's contracts that are supported, the default one first. */
export function supportedVersions(type: SmartWalletType): readonly string[] {
  return versions[type]
}
