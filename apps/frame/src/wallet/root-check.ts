import {
  decodeCustodyAddress,
  type embeddedWallet,
  isSameRoot,
  type RootCommitment,
  type RouteResponse,
  rootPinContext,
  sealInfo,
} from '@sallyport/contract'
import type { SealReceiver } from '@sallyport/crypto'
import { toBase64url } from '@sallyport/crypto'
import { internalFailure } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import { openFromServer } from './seal-for-server.js'

/**
 * Stops when the restored root is not the one that the vault knows, or its recovery is another: the API may have named a root of its
 * own. Keys from before the vault kept anything of roots say nothing.
 *
 * @throws FrameError `error`.
 */
export function requireKnownRoot(
  known: RootCommitment | undefined,
  restored: RootCommitment,
): void {
  if (known === undefined) return
  if (!isSameRoot(known, restored) || known.method !== restored.method) throw internalFailure()
}

/**
 * Stops unless the vault says, sealed to this request, that the user has this root and no other. Before that no address of it is shown.
 *
 * @throws FrameError `error`; SealError when another than the vault says so.
 */
export async function requirePinnedRoot(
  { vaultPublicKey }: WalletContext,
  { appId, userId }: Caller,
  {
    answer,
    receiver,
    walletId,
    custodyAddress,
  }: {
    answer: Extract<RouteResponse<typeof embeddedWallet.confirm>, { state: 'active' }>
    receiver: SealReceiver
    walletId: string
    custodyAddress: string
  },
): Promise<void> {
  if (!answer.sealed_root_pin) throw internalFailure()
  const readBackPublicKey = toBase64url(receiver.publicKey)
  const pinned = await openFromServer(answer.sealed_root_pin, {
    receiver,
    senderPublicKey: vaultPublicKey,
    info: sealInfo.rootPin,
    context: rootPinContext({ appId, userId, walletId, readBackPublicKey }),
  })
  if (decodeCustodyAddress(pinned) !== custodyAddress.toLowerCase()) throw internalFailure()
}
