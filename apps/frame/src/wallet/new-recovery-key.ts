import {
  encodeRootCommitment,
  type RootCommitment,
  recoveryKeyUploadContext,
  type Sealed,
  sealInfo,
} from '@sallyport/contract'
import { createSealReceiver, type SealReceiver, toBase64url, wipe } from '@sallyport/crypto'
import type { WalletContext } from './context.js'
import { sealForServer } from './seal-for-server.js'

/** What the server takes of a new recovery key. */
interface RecoveryKeyBody {
  recovery_key_id: string
  sealed_recovery_key: Sealed
  read_back_public_key: string
}

/** A new recovery key on its way to the vault, and the receiver of the vault's answer. */
export interface NewRecoveryKey {
  recoveryKeyId: string
  receiver: SealReceiver
  body: RecoveryKeyBody
}

/**
 * Seals a recovery key and its root's commitment to the vault, which will answer what it stored to a key of this request. The caller
 * wipes the key.
 */
export async function sealNewRecoveryKey(
  { webCrypto, vaultPublicKey }: Pick<WalletContext, 'webCrypto' | 'vaultPublicKey'>,
  {
    recoveryKey,
    root,
    ...owner
  }: {
    recoveryKey: Uint8Array
    root: RootCommitment
    appId: string
    userId: string
    walletId: string
  },
): Promise<NewRecoveryKey> {
  const recoveryKeyId = webCrypto.randomUUID()
  const receiver = await createSealReceiver(webCrypto)
  const readBackPublicKey = toBase64url(receiver.publicKey)
  const commitment = encodeRootCommitment(root)
  const both = new Uint8Array(recoveryKey.length + commitment.length)
  both.set(recoveryKey)
  both.set(commitment, recoveryKey.length)
  const sealed = await sealForServer(both, {
    recipientPublicKey: vaultPublicKey,
    info: sealInfo.recoveryKeyUpload,
    context: recoveryKeyUploadContext({ ...owner, recoveryKeyId, readBackPublicKey }),
  }).finally(() => wipe(both))
  return {
    recoveryKeyId,
    receiver,
    body: {
      recovery_key_id: recoveryKeyId,
      sealed_recovery_key: sealed,
      read_back_public_key: readBackPublicKey,
    },
  }
}
