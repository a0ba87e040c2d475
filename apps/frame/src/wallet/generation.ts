import { type embeddedWallet, type RouteInput, sealContext, sealInfo } from '@sallyport/contract'
import { hashShare, type SecretKind, splitSecret, toBase64url, wipe } from '@sallyport/crypto'
import { type DeviceKeys, sealDeviceShare } from '../device/device-keys.js'
import type { DeviceRecord, PinnedAccount } from '../device/device-record.js'
import type { RecoveryMeans } from '../recovery/strategies.js'
import type { Caller, WalletContext } from './context.js'
import { type NewRecoveryKey, sealNewRecoveryKey } from './new-recovery-key.js'
import { newRecoveryKey } from './recovery-keys.js'
import { sealRecoveryShare } from './recovery-share.js'
import { sealForServer } from './seal-for-server.js'

/** A fresh polynomial of a root: what the server gets, and what this device keeps once the server gave a receipt. */
export interface NewGeneration {
  body: Omit<RouteInput<typeof embeddedWallet.addGeneration>['body'], 'root_proof' | 'custody'>
  record: Omit<DeviceRecord, 'receipt'>
  /** Opens what the server and the vault answer of the recovery share. */
  recoveryKey: Pick<NewRecoveryKey, 'recoveryKeyId' | 'receiver'>
}

/** Splits a root for this device. Every share in the clear is gone when this resolves; the caller wipes the inputs. */
export async function newGeneration(
  context: WalletContext,
  { appId, userId }: Caller,
  root: {
    walletId: string
    /** What `entropy` is: `hd-root` unless it was imported as a key. */
    kind?: SecretKind
    entropy: Uint8Array
    /** The user brought it along. */
    imported?: boolean
    /** What the recovery key of this generation is made with. */
    means: RecoveryMeans
    /** The method that `means` is to replace. */
    replaces?: string
    /** Of the root: the vault keeps it. */
    custodyAddress: string
    keys: DeviceKeys
    accounts: readonly PinnedAccount[]
    confirmingChain: DeviceRecord['confirmingChain']
  },
): Promise<NewGeneration> {
  const { webCrypto, apiPublicKey } = context
  const { walletId, kind = 'hd-root', entropy, means, keys, accounts, confirmingChain } = root
  const { custodyAddress } = root
  const scope = { appId, userId, walletId, generationId: webCrypto.randomUUID() }
  const shares = await splitSecret({ kind, bytes: entropy }, scope)
  const { device, auth, recovery } = shares
  const { sealingKey, signingKey, publicKey } = keys
  const { vaultKey, shareKey } = await newRecoveryKey(webCrypto, { means, walletId })
  try {
    const [sealedDevice, sealedAuth, sealedRecovery, forVault] = await Promise.all([
      sealDeviceShare(webCrypto, { ...scope, sealingKey, share: device }),
      sealForServer(auth, {
        recipientPublicKey: apiPublicKey,
        info: sealInfo.authShareUpload,
        context: sealContext(scope),
      }),
      sealRecoveryShare(webCrypto, { recoveryKey: shareKey, share: recovery, scope }),
      sealNewRecoveryKey(context, {
        appId,
        userId,
        walletId,
        recoveryKey: vaultKey,
        root: { imported: root.imported === true, method: means.method, custodyAddress },
      }),
    ])
    return {
      recoveryKey: forVault,
      body: {
        ...forVault.body,
        ...ownedRecovery(means, root.replaces),
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
        ...(root.imported ? { imported: kind } : {}),
      },
    }
  } finally {
    wipe(device, auth, recovery, vaultKey, shareKey)
  }
}

function ownedRecovery(
  { method, locator }: RecoveryMeans,
  replaces: string | undefined,
): Pick<NewGeneration['body'], 'recovery'> {
  if (locator === null) return {}
  return { recovery: { method, locator, ...(replaces !== undefined && { replaces }) } }
}
