import { automaticRecoveryMethod } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import type { WalletAccount } from '../types.js'
import { embeddedWallets, isSameAddress } from '../wallet/accounts.js'
import { askFrame } from '../wallet/ask-frame.js'
import { connectRoot } from '../wallet/connect.js'
import { entropyOf } from '../wallet/entropy.js'
import { refreshUntil } from '../wallet/listed.js'
import { recoverByPasscode } from '../wallet/recovery-request.js'

export type { RecoveryPhase, RecoveryRequest } from '../wallet/recovery-request.js'

/**
 * Gives the wallet at `address` a new recovery passcode, in place of the recovery it has, and answers its account. All wallets of the
 * same root change with it. The wallet is opened first: on another device that asks for the passcode it has.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; FrameError `invalid_request_arguments` for a passcode that
 *   is short or easy to guess, `not_supported` when the app does not offer passcodes.
 */
export async function setPasscode(
  client: SallyportClient,
  { address, passcode }: { address: string; passcode: string },
): Promise<WalletAccount> {
  const wallet = requireWallet(client, address)
  const entropy = await connectRoot(client, wallet)
  const { recoveryMethod = automaticRecoveryMethod } = requireWallet(client, address)
  await askFrame(client, 'privy:wallets:set-recovery', {
    ...entropy,
    existingRecoveryMethod: recoveryMethod,
    recoveryMethod: 'user-passcode',
    recoveryPassword: passcode,
  })
  const current = () => requireWallet(client, address)
  await refreshUntil(client, () => current().recoveryMethod === 'user-passcode')
  return current()
}

/**
 * Restores the wallet at `address` on this device with its passcode, without a screen.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; FrameError `invalid_recovery_pin` for a wrong passcode.
 */
export async function recover(
  client: SallyportClient,
  { address, passcode }: { address: string; passcode: string },
): Promise<void> {
  const wallet = requireWallet(client, address)
  const entropy = entropyOf(embeddedWallets(client), wallet)
  await recoverByPasscode(client, { wallet, entropy }, passcode)
}

function requireWallet(client: SallyportClient, address: string): WalletAccount {
  if (!client.state.user) throw new ClientError('must_be_authenticated')
  const found = embeddedWallets(client).find((each) => isSameAddress(each.address, address))
  if (!found) throw new ClientError('embedded_wallet_not_found')
  return found
}
