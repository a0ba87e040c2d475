import {
  ApiError,
  type embeddedWallet,
  type RouteRequest,
  type RouteResponse,
  type Sealed,
} from '@sallyport/contract'
import { hashShare, toBase64url, wipe } from '@sallyport/crypto'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import type { Db } from '../../db/connect.js'
import type { RecoveryMethodRow } from '../../db/recovery-methods.js'
import {
  type GenerationKey,
  type GenerationRecord,
  insertGeneration,
  readGeneration,
} from '../../db/share-generations.js'
import type { Deps } from '../../deps.js'
import { readDeviceKey } from './device-key.js'
import type { Owner } from './owner.js'
import { readBytes } from './read-bytes.js'
import { makeReceipt, type ReceiptFacts } from './receipt.js'
import { toRecoveryRow, toRootRow } from './recovery-method.js'
import { openAuthShare, sealAuthShare } from './share-record.js'

/** What a frame sends of a further device's shares. */
export type AddGenerationBody = RouteRequest<typeof embeddedWallet.addGeneration>['body']

/** What a frame sends of one device's shares. */
export type GenerationBody = Omit<AddGenerationBody, 'root_proof'>

/** A device's shares, read and checked, with what its receipt is over. */
interface ReadGeneration {
  facts: ReceiptFacts
  devicePublicKey: Uint8Array
  /** Already encrypted for its row; the share in clear is gone. */
  authShareRecord: Uint8Array
  encryptedRecoveryShare: Uint8Array
  recoveryKeyId: string
  recovery: RecoveryMethodRow
}

const hashBytes = 32

/** The shares in a body. @throws ApiError `invalid_data`, also when the auth share was sealed for another root. */
export async function readGenerationBody(
  body: GenerationBody,
  {
    deps: { sealKey, keyEncryption },
    ...root
  }: { owner: Owner; walletId: string; deps: Pick<Deps, 'sealKey' | 'keyEncryption'> },
): Promise<ReadGeneration> {
  const { device, auth, recovery } = body.share_hashes
  const facts = {
    ...root,
    generationId: body.generation_id,
    hashes: { device: readHash(device), auth: readHash(auth), recovery: readHash(recovery) },
  }
  const devicePublicKey = readDeviceKey(readBytes(body.device_public_key, 'device public key'))
  const encryptedRecoveryShare = readBytes(body.encrypted_recovery_share, 'recovery share')
  const authShare = await openAuthShare(body.sealed_auth_share, { sealKey, ...root })
  try {
    // Of the three hashes the one the server can check: a receipt is never over a share that arrived damaged.
    if (!Buffer.from(hashShare(authShare)).equals(facts.hashes.auth)) {
      throw new ApiError('invalid_data', { message: 'The auth share does not match its hash' })
    }
    const authShareRecord = sealAuthShare(authShare, { key: keyOf(facts), keyEncryption })
    return {
      facts,
      devicePublicKey,
      authShareRecord,
      encryptedRecoveryShare,
      recoveryKeyId: body.recovery_key_id,
      recovery: toRecoveryRow(body.recovery),
    }
  } finally {
    wipe(authShare)
  }
}

/** What storing a generation works with; `db` is the transaction that made or holds the root. */
interface StoreDeps {
  deps: Pick<Deps, 'keyEncryption' | 'clock'>
  db: Db
}

/**
 * Stores a generation, encrypted. The same generation again changes nothing.
 *
 * @throws ApiError `invalid_data` when another generation, or a revoked one, has this id.
 */
export async function storeGeneration(
  generation: ReadGeneration,
  { deps, db }: StoreDeps,
): Promise<void> {
  const { facts, devicePublicKey } = generation
  const key = keyOf(facts)
  await insertGeneration(db, {
    ...key,
    devicePublicKey,
    authShare: generation.authShareRecord,
    encryptedRecoveryShare: generation.encryptedRecoveryShare,
    recoveryKeyId: generation.recoveryKeyId,
    recovery: generation.recovery,
    hashes: facts.hashes,
    mac: rowMac(deps.keyEncryption, authenticRows.shareGeneration, {
      ...toRootRow(key, generation.recovery),
      generation_id: key.generationId,
      device_public_key: devicePublicKey,
    }),
    nowMs: deps.clock.nowMs(),
  })
  await requireStored(generation, db)
}

/**
 * What the frame gets of a stored generation: a receipt, and what the server and the vault read back from their rows.
 *
 * @throws ApiError `invalid_data` when it is not stored, or not with these shares.
 */
export async function answerStored(
  generation: ReadGeneration,
  {
    deps,
    sealedRecoveryKey,
  }: { deps: Pick<Deps, 'keyEncryption' | 'db'>; sealedRecoveryKey: Sealed },
): Promise<RouteResponse<typeof embeddedWallet.addGeneration>> {
  const share = await requireStored(generation, deps.db)
  return {
    state: 'stored',
    receipt: makeReceipt(generation.facts, deps.keyEncryption.derive(receiptPurpose)),
    sealed_recovery_key: sealedRecoveryKey,
    encrypted_recovery_share: toBase64url(share),
  }
}

/** The recovery share of a generation that is stored. @throws ApiError `invalid_data`. */
async function requireStored(generation: ReadGeneration, db: Db): Promise<Uint8Array> {
  const stored = await readGeneration(db, keyOf(generation.facts))
  const share = stored?.encrypted_recovery_share
  if (!stored || !share || !isSame(stored, generation)) {
    throw new ApiError('invalid_data', { message: 'Other shares are stored under this id' })
  }
  return share
}

const receiptPurpose = 'custody-receipt'

/** The keys that a receipt may have been made with; they depend on the deployment's keys only. */
export function receiptKeys({ keyEncryption }: Pick<Deps, 'keyEncryption'>): readonly Uint8Array[] {
  return keyEncryption.deriveEach(receiptPurpose)
}

/** What the receipt of a stored generation is over. */
export function receiptFactsOf(
  stored: GenerationRecord,
  root: { owner: Owner; walletId: string },
): ReceiptFacts {
  return {
    ...root,
    generationId: stored.generation_id,
    hashes: {
      device: stored.device_hash,
      auth: stored.auth_hash,
      recovery: stored.recovery_hash,
    },
  }
}

function keyOf({ owner, walletId, generationId }: ReceiptFacts): GenerationKey {
  return { ...owner, walletId, generationId }
}

function isSame(
  stored: GenerationRecord,
  { facts, devicePublicKey, recoveryKeyId, recovery }: ReadGeneration,
): boolean {
  return (
    stored.state !== 'revoked' &&
    stored.recovery_key_id === recoveryKeyId &&
    stored.recovery_method === recovery.method &&
    stored.recovery_locator === recovery.locator &&
    stored.device_public_key.equals(devicePublicKey) &&
    stored.device_hash.equals(facts.hashes.device) &&
    stored.auth_hash.equals(facts.hashes.auth) &&
    stored.recovery_hash.equals(facts.hashes.recovery)
  )
}

function readHash(text: string): Uint8Array {
  const hash = readBytes(text, 'share hash')
  if (hash.length !== hashBytes)
    throw new ApiError('invalid_data', { message: 'Invalid share hash' })
  return hash
}
