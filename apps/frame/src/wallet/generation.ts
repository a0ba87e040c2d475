import { type embeddedWallet, type RouteInput, sealContext, sealInfo } from '@sallyport/contract'
import { hashShare, splitRoot, toBase64url, wipe } from '@sallyport/crypto'
import { newDeviceKeys, sealDeviceShare } from '../device/device-keys.js'
import type { DeviceRecord, PinnedAccount } from '../device/device-record.js'
import type { Caller, WalletContext } from './context.js'
import { sealRecoveryShare } from './recovery-share.js'
import { sealForServer } from './sealed-shares.js'

/** A fresh polynomial of a root: what the server gets, and what this device keeps once the server gave a receipt. */
export interface NewGeneration {
  body: Omit<RouteInput<typeof embeddedWallet.addGeneration>['body'], 'root_proof'>
  record: Omit<DeviceRecord, 'receipt'>
}

/** Splits a root for this device. Every share in the clear is gone when this resolves; the caller wipes the inputs. */
export async function newGeneration(
  { webCrypto, apiPublicKey }: WalletContext,
  { appId, userId }: Caller,
  root: {
    walletId: string
    entropy: Uint8Array
    recoveryKey: Uint8Array
    accounts: readonly PinnedAccount[]
    confirmingChain: DeviceRecord['confirmingChain']
  },
): Promise<NewGeneration> {
  const { walletId, entropy, recoveryKey, accounts, confirmingChain } = root
  const scope = { appId, userId, walletId, generationId: webCrypto.randomUUID() }
  const [keys, shares] = await Promise.all([
    newDeviceKeys(webCrypto.subtle),
    splitRoot(entropy, scope),
  ])
  const { device, auth, recovery } = shares
  const { sealingKey, signingKey, publicKey } = keys
  try {
    const [sealedDevice, sealedAuth, sealedRecovery] = await Promise.all([
      sealDeviceShare(webCrypto, { ...scope, sealingKey, share: device }),
      sealForServer(auth, {
        recipientPublicKey: apiPublicKey,
        info: sealInfo.authShareUpload,
        context: sealContext(scope),
      }),
      sealRecoveryShare(webCrypto, { recoveryKey, share: recovery, scope }),
    ])
    return {
      body: {
        generation_id: scope.generationId,
        device_public_key: publicKey,
        sealed_auth_share: sealedAuth,
        encrypted_recovery_share: toBase64url(sealedRecovery),
        share_hashes: {
          device: toBase64url(hashShare(device)),
          auth: toBase64url(hashShare(auth)),
          recovery: toBase64url(hashShare(recovery)),
        },
      },
      record: {
        ...scope,
        ...sealedDevice,
        state: 'pending',
        sealingKey,
        signingKey,
        confirmingChain,
        accounts,
      },
    }
  } finally {
    wipe(device, auth, recovery)
  }
}
