import { createHash } from 'node:crypto'
import {
  type api,
  automaticRecoveryMethod,
  encodeRootCommitment,
  type RouteRequest,
  recoverMessage,
  recoveryKeyContext,
  recoveryKeyProofMessage,
  recoveryKeyUploadContext,
  type Sealed,
  sealContext,
  sealInfo,
} from '@sallyport/contract'
import { generateSealKeyPair, toBase64url } from '@sallyport/crypto'
import type { CallOptions } from './call.js'
import { encryptShare, open, seal } from './seal-as-frame.js'
import { custodyOf, signAsRoot, type TestDevice } from './test-device.js'

/** What a body says of a new recovery key. */
export type RecoveryKeyBody = Pick<
  RouteRequest<typeof api.embeddedWallet.addGeneration>['body'],
  'recovery_key_id' | 'sealed_recovery_key' | 'read_back_public_key'
>

type RecoveryDevice = Pick<
  TestDevice,
  'appId' | 'userId' | 'walletId' | 'recoveryKey' | 'recoveryKeyId'
> &
  Partial<Pick<TestDevice, 'entropy'>>

/** The device's recovery key and its root's commitment; without a root a commitment made from the wallet's id. */
async function withCommitment({
  recoveryKey,
  walletId,
  entropy,
}: RecoveryDevice): Promise<Uint8Array> {
  const custodyAddress = entropy
    ? (await custodyOf({ entropy, walletId }, '')).address
    : `0x${createHash('sha256').update(walletId).digest('hex').slice(0, 40)}`
  const root = { imported: false, method: automaticRecoveryMethod, custodyAddress } as const
  return Buffer.concat([recoveryKey, encodeRootCommitment(root)])
}

/** Builds what stores the device's recovery key; a `receiver` opens the vault's answer. */
export async function recoveryKeyBody(
  device: RecoveryDevice,
  vaultPublicKey: string,
  receiver?: { publicKey: Uint8Array },
): Promise<RecoveryKeyBody> {
  const { publicKey } = receiver ?? (await generateSealKeyPair())
  const readBackPublicKey = toBase64url(publicKey)
  return {
    recovery_key_id: device.recoveryKeyId,
    sealed_recovery_key: await seal(await withCommitment(device), {
      recipient: vaultPublicKey,
      info: sealInfo.recoveryKeyUpload,
      context: recoveryKeyUploadContext({ ...device, readBackPublicKey }),
    }),
    read_back_public_key: readBackPublicKey,
  }
}

/** Builds the body that gives a device's generation the recovery key of `next`, signed by the root's first Ethereum key. */
export async function replaceRecoveryKeyBody(
  device: TestDevice,
  next: { recoveryKey: Uint8Array; recoveryKeyId: string; vaultPublicKey: string },
): Promise<RouteRequest<typeof api.embeddedWallet.replaceRecoveryKey>['body']> {
  const { recoveryKey, recoveryKeyId } = next
  const encrypted = toBase64url(await encryptShare(device.shares.recovery, recoveryKey))
  const replaces = device.recoveryKeyId
  const names = { ...device, replaces, recoveryKeyId, encryptedRecoveryShare: encrypted }
  return {
    ...(await recoveryKeyBody({ ...device, recoveryKey, recoveryKeyId }, next.vaultPublicKey)),
    replaces,
    encrypted_recovery_share: encrypted,
    root_proof: await signAsRoot(device, recoveryKeyProofMessage(names)),
  }
}

/** Builds the body of `recover`, signed by the device, and functions that open its answer. */
export async function recoverBody(device: TestDevice, { token }: Pick<CallOptions, 'token'>) {
  const pair = await generateSealKeyPair()
  const ephemeralPublicKey = toBase64url(pair.publicKey)
  const devicePublicKey = device.generationBody.device_public_key
  const accessTokenHash = createHash('sha256')
    .update(token ?? '')
    .digest('base64url')
  const message = recoverMessage({
    ...device,
    accessTokenHash,
    ephemeralPublicKey,
    devicePublicKey,
  })
  return {
    body: {
      ephemeral_public_key: ephemeralPublicKey,
      device_public_key: devicePublicKey,
      device_signature: await device.sign(message),
    },
    open: (sealed: Sealed) =>
      open(sealed, { pair, info: sealInfo.authShare, context: sealContext(device) }),
    openRecoveryKey: async (
      answer: { sealed_recovery_key: Sealed; recovery_key_id: string },
      vaultPublicKey: string,
    ) => {
      const opened = await open(answer.sealed_recovery_key, {
        pair,
        sender: vaultPublicKey,
        info: sealInfo.recoveryKey,
        context: recoveryKeyContext({ ...device, recoveryKeyId: answer.recovery_key_id }),
      })
      return opened.subarray(0, device.recoveryKey.length)
    },
  }
}

/** Builds what the API asks the vault for when a device of the user recovers. */
export async function releaseInput(device: TestDevice, { token = '' }: Pick<CallOptions, 'token'>) {
  const { body } = await recoverBody(device, { token })
  return {
    appId: device.appId,
    userId: device.userId,
    walletId: device.walletId,
    keyId: device.recoveryKeyId,
    accessToken: token,
    recipientPublicKey: body.ephemeral_public_key,
    devicePublicKey: body.device_public_key,
    deviceSignature: body.device_signature,
  }
}
