import { automaticRecoveryMethod, type RecoveryMethod } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import type { WalletAccount } from '../types.js'
import { embeddedWallets, isSameAddress } from '../wallet/accounts.js'
import { askFrame } from '../wallet/ask-frame.js'
import {
  type ChosenRecovery,
  type OwnedRecovery,
  recoveryFieldsOf,
} from '../wallet/chosen-recovery.js'
import { connectRoot } from '../wallet/connect.js'
import { entropyOf } from '../wallet/entropy.js'
import { refreshUntil } from '../wallet/listed.js'
import { restore } from '../wallet/recovery-request.js'
import { refusePersonalPasscode } from '../wallet/refuse-personal-passcode.js'

export type { ChosenRecovery, OwnedRecovery } from '../wallet/chosen-recovery.js'
export { ownedRecovery } from '../wallet/chosen-recovery.js'
export type { RecoveryPhase, RecoveryRequest } from '../wallet/recovery-request.js'
export type { StorageVisit, VisitedStorage } from '../wallet/storage-visit.js'
export {
  keepStorageReturn,
  leaveForStorage,
  takeStorageReturn,
  visitStorage,
} from '../wallet/storage-visit.js'

/**
 * Gives the wallet at `address` another recovery in place of the one it has, and answers its account. All wallets of the same root
 * change with it. The wallet is opened first: on another device that asks for the secret it has.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; FrameError `invalid_request_arguments` for a passcode that
 *   is short or easy to guess, `not_supported` when the app does not offer the method, and with a `reason` what a cloud storage refused.
 */
export async function setRecovery(
  client: SallyportClient,
  { address, recovery }: { address: string; recovery: ChosenRecovery },
): Promise<WalletAccount> {
  const wallet = requireWallet(client, address)
  refusePersonalPasscode(client, recovery)
  const entropy = await connectRoot(client, wallet)
  const { recoveryMethod = automaticRecoveryMethod } = requireWallet(client, address)
  await askFrame(client, 'privy:wallets:set-recovery', {
    ...entropy,
    existingRecoveryMethod: recoveryMethod,
    ...recoveryFieldsOf(recovery),
  })
  return noteRecovery(client, { address, method: recovery.method })
}

/** `setRecovery` with a passcode. */
export async function setPasscode(
  client: SallyportClient,
  { address, passcode }: { address: string; passcode: string },
): Promise<WalletAccount> {
  return setRecovery(client, { address, recovery: { method: 'user-passcode', passcode } })
}

/**
 * The account of the wallet at `address`, once it says that a page of the wallet's origin gave it the recovery `method`.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`.
 */
export async function noteRecovery(
  client: SallyportClient,
  { address, method }: { address: string; method: RecoveryMethod },
): Promise<WalletAccount> {
  const current = () => requireWallet(client, address)
  await refreshUntil(client, () => current().recoveryMethod === method)
  return current()
}

/**
 * Restores the wallet at `address` on this device with the user's secret, without a screen.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; FrameError `invalid_recovery_pin` for a wrong passcode, and
 *   with a `reason` what a cloud storage refused.
 */
export async function recover(
  client: SallyportClient,
  { address, recovery }: { address: string; recovery: OwnedRecovery },
): Promise<void> {
  const wallet = requireWallet(client, address)
  const entropy = entropyOf(embeddedWallets(client), wallet)
  await restore(client, entropy, recovery)
}

function requireWallet(client: SallyportClient, address: string): WalletAccount {
  if (!client.state.user) throw new ClientError('must_be_authenticated')
  const found = embeddedWallets(client).find((each) => isSameAddress(each.address, address))
  if (!found) throw new ClientError('embedded_wallet_not_found')
  return found
}
