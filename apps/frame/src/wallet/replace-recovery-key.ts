import { embeddedWallet, type RouteInput, recoveryKeyProofMessage } from '@sallyport/contract'
import { hashShare, type ShareScope, toBase64url, wipe } from '@sallyport/crypto'
import { internalFailure } from '../frame-error.js'
import type { RecoveryMeans } from '../recovery/strategies.js'
import type { Caller, WalletContext } from './context.js'
import { type NewRecoveryKey, sealNewRecoveryKey } from './new-recovery-key.js'
import { newRecoveryKey } from './recovery-keys.js'
import { sealRecoveryShare } from './recovery-share.js'
import { type AccountPath, type OpenRoot, proveRoot } from './root.js'
import { openAnswered } from './sealed-shares.js'

/** A new recovery key for a generation, ready to be sent. */
export interface Replacement extends Pick<NewRecoveryKey, 'recoveryKeyId' | 'receiver'> {
  scope: ShareScope
  body: RouteInput<typeof embeddedWallet.replaceRecoveryKey>['body']
  means: RecoveryMeans
  /** SHA-256 of the recovery share. */
  shareHash: string
}

/**
 * Encrypts the recovery share of the generation that a root was recovered from under a new key, while the share is in clear:
 * the key that was released is good for nothing afterwards.
 */
export async function prepareReplacement(
  context: WalletContext,
  used: {
    means: RecoveryMeans
    scope: ShareScope
    recoveryKeyId: string
    recoveryShare: Uint8Array
    open: OpenRoot
    path: AccountPath
    /** Whether the user brought the root along. */
    imported: boolean
  },
): Promise<Replacement> {
  const { webCrypto } = context
  const { scope, recoveryShare: share, open, path } = used
  const { appId, userId, walletId } = scope
  const { means } = used
  const { vaultKey, shareKey } = await newRecoveryKey(webCrypto, { means, walletId })
  const custodyAddress = await open.custodyAddress()
  const root = { imported: used.imported, method: means.method, custodyAddress }
  try {
    const [encrypted, forVault] = await Promise.all([
      sealRecoveryShare(webCrypto, { recoveryKey: shareKey, share, scope }),
      sealNewRecoveryKey(context, { appId, userId, walletId, recoveryKey: vaultKey, root }),
    ])
    const { recoveryKeyId, receiver } = forVault
    const replaces = used.recoveryKeyId
    const encryptedRecoveryShare = toBase64url(encrypted)
    const names = { ...scope, replaces, recoveryKeyId, encryptedRecoveryShare }
    return {
      recoveryKeyId,
      receiver,
      means,
      scope,
      shareHash: toBase64url(hashShare(share)),
      body: {
        ...forVault.body,
        replaces,
        encrypted_recovery_share: encryptedRecoveryShare,
        ...(await proveRoot(open, { path, text: recoveryKeyProofMessage(names) })),
      },
    }
  } finally {
    wipe(vaultKey, shareKey)
  }
}

/**
 * Has the server and the vault store the new key beside the present one, reads both back, and only then has the server use
 * it and delete the one before. After an interruption the generation has one of the two keys, and either restores it: the
 * next recovery from it replaces the key again.
 *
 * @throws CallFailure, or FrameError `error` when what was read back is not the share.
 */
export async function replaceRecoveryKey(
  context: WalletContext,
  { accessToken }: Caller,
  replacement: Replacement,
): Promise<void> {
  const { call } = context
  const { scope, body, recoveryKeyId } = replacement
  const params = { wallet_id: scope.walletId, generation_id: scope.generationId }
  const answer = await call(embeddedWallet.replaceRecoveryKey, { params, body }, accessToken)
  const { share } = await openAnswered(context, { ...replacement, answer })
  const isShare = toBase64url(hashShare(share)) === replacement.shareHash
  wipe(share)
  if (!isShare) throw internalFailure()
  const switching = { params, body: { recovery_key_id: recoveryKeyId } }
  await call(embeddedWallet.switchRecoveryKey, switching, accessToken)
}
