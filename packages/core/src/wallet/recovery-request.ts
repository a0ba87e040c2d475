/* Loaded when a wallet that opens with a secret of the user is not on this device. */
import type { SallyportClient } from '../client.js'
import { ClientError, RpcError } from '../errors.js'
import type { WalletAccount } from '../types.js'
import { askFrame } from './ask-frame.js'
import { type OwnedRecovery, ownedRecovery, recoveryFieldsOf } from './chosen-recovery.js'
import type { Entropy } from './entropy.js'

/** `asking`: waits for the user. `checking`: the secret is at the vault. The others are ends. */
export type RecoveryPhase = 'asking' | 'checking' | 'recovered' | 'cancelled'

/** An operation that waits until the user has restored the wallet on this device. */
export interface RecoveryRequest {
  readonly wallet: WalletAccount
  readonly phase: RecoveryPhase
  /** Runs `listener` after every change of `phase`. */
  subscribe(listener: () => void): () => void
  /**
   * Restores the wallet; the operation goes on then. After an error another secret may be given.
   *
   * @param secret  The passcode, or access to the cloud storage that keeps the recovery file; none for a passkey, whose page has restored
   *   the wallet before.
   * @throws FrameError `invalid_recovery_pin` for a wrong passcode, with a `reason` what a storage refused; what else the frame refused.
   */
  submit(secret?: string): Promise<void>
  /** Gives the operation up: it rejects with 4001. */
  cancel(): void
}

/**
 * Asks the user for the secret of `wallet` and resolves once the wallet is on this device.
 *
 * @throws ClientError `recovery_not_supported` where nothing can ask the user, RpcError 4001 when the user gives up or logs out.
 */
export async function askForRecovery(
  client: SallyportClient,
  { wallet, entropy }: { wallet: WalletAccount; entropy: Entropy },
): Promise<void> {
  const ui = await client.options.ui?.()
  const isByPasskey = wallet.recoveryMethod === 'passkey'
  const isKnown = isByPasskey || ownedRecovery(wallet.recoveryMethod, '') !== undefined
  if (!ui?.askForRecovery || !isKnown) throw new ClientError('recovery_not_supported')
  const { request, done } = startRequest(client, wallet, async (secret) => {
    const recovery = ownedRecovery(wallet.recoveryMethod, secret)
    if (recovery) return restore(client, entropy, recovery)
    // The page of the wallet's origin, where the passkey is used, has restored it.
    await askFrame(client, 'privy:wallets:connect', entropy)
  })
  try {
    ui.askForRecovery(request)
  } catch {
    request.cancel()
  }
  await done
}

/**
 * Restores a root on this device with the user's secret.
 *
 * @throws FrameError `invalid_recovery_pin` for a wrong passcode, with a `reason` what a storage refused.
 */
export async function restore(
  client: SallyportClient,
  entropy: Entropy,
  recovery: OwnedRecovery,
): Promise<void> {
  await askFrame(client, 'privy:wallets:recover', { ...entropy, ...recoveryFieldsOf(recovery) })
}

function startRequest(
  client: SallyportClient,
  wallet: WalletAccount,
  recover: (secret: string) => Promise<void>,
): { request: RecoveryRequest; done: Promise<void> } {
  const listeners = new Set<() => void>()
  const { promise: done, resolve, reject } = deferred()
  const userId = client.state.user?.id
  let phase: RecoveryPhase = 'asking'
  const change = (next: RecoveryPhase) => {
    phase = next
    for (const listener of [...listeners]) listener()
  }
  const isOpen = () => phase === 'asking' || phase === 'checking'
  const cancel = () => {
    if (!isOpen()) return
    reject(cancelled())
    change('cancelled')
  }
  const stopWatching = client.subscribe(() => {
    if (client.state.user?.id !== userId) cancel()
  })
  done.catch(() => undefined).finally(stopWatching)
  const submit = async (secret = '') => {
    if (phase !== 'asking') throw cancelled()
    change('checking')
    try {
      await recover(secret)
    } catch (error) {
      // The user may have given up meanwhile.
      if (isOpen()) change('asking')
      throw error
    }
    if (!isOpen()) throw cancelled()
    resolve()
    change('recovered')
  }
  const request: RecoveryRequest = {
    wallet,
    get phase() {
      return phase
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    submit,
    cancel,
  }
  return { request, done }
}

function deferred() {
  let resolve = () => {}
  let reject = (_: unknown) => {}
  const promise = new Promise<void>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve: () => resolve(), reject: (error: unknown) => reject(error) }
}

function cancelled(): RpcError {
  return new RpcError(4001, { message: 'The wallet was not restored' })
}
