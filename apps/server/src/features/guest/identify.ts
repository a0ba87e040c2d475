import { createHash } from 'node:crypto'
import { ApiError, guestLoginMessage } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { authenticRows } from '../../authority/authentic-rows.js'
import { formerGuestKeys, guestKey } from '../../authority/guest-key.js'
import { isP256Point, isSignedByPoint } from '../../authority/p256-signature.js'
import { isRowMac, rowMac } from '../../authority/row-mac.js'
import { refuseRow } from '../../authority/row-refused.js'
import { findGuest, moveGuest } from '../../db/guest-keys.js'
import { useProofCtes } from '../../db/used-proofs.js'
import type { Deps } from '../../deps.js'
import { type Proof, provenBefore } from '../../identity/proof.js'
import { readChallengeEnd } from './challenge.js'

/** What a login as a guest sends: a credential, or a signature of the browser's key. */
interface GuestClaim {
  guest_credential?: string | undefined
  key_proof?: { public_key: string; challenge: string; signature: string } | undefined
}

/**
 * The key of the guest's account, and what proves it. A guest of a credential that comes along with a signature is bound to the
 * signing key: from then on the credential finds no account (T-28).
 *
 * @throws ApiError `invalid_data`, `invalid_credentials`
 */
export async function identifyGuest(
  deps: Deps,
  app: App,
  claim: GuestClaim,
): Promise<{ key: string; proof: Proof }> {
  const { guest_credential: credential, key_proof: keyProof } = claim
  const digest = credential === undefined ? undefined : digestCredential(credential)
  const ofCredential = digest === undefined ? [] : keysOfDigest(deps, digest)
  if (keyProof === undefined) {
    const [key, ...former] = ofCredential
    if (key === undefined) {
      throw new ApiError('invalid_data', { message: 'Guest credential or key_proof is missing' })
    }
    await settle(deps, { appId: app.id, key, former })
    return { key, proof: provenBefore }
  }
  const proof = proveKey(deps, app, keyProof)
  const key = guestKey({ publicKey: keyProof.public_key })
  await settle(deps, { appId: app.id, key, former: ofCredential })
  return { key, proof }
}

/** The keys that the account of a credential may have: today's, and those of earlier versions. */
function keysOfDigest({ keyEncryption }: Deps, digest: string): readonly string[] {
  return [guestKey({ digest }), ...formerGuestKeys(keyEncryption, digest)]
}

/** @throws ApiError `invalid_credentials` unless the key has signed a challenge of ours that is not too old. */
function proveKey(
  deps: Deps,
  { id: appId }: App,
  { public_key: publicKey, challenge, signature }: NonNullable<GuestClaim['key_proof']>,
): Proof {
  if (!isP256Point(publicKey)) throw new ApiError('invalid_data', { message: 'Invalid public_key' })
  const expiresAtMs = readChallengeEnd(deps, { appId, challenge })
  const message = guestLoginMessage(appId, challenge)
  if (expiresAtMs === undefined || !isSignedByPoint({ publicKey, signature, message })) {
    throw new ApiError('invalid_credentials')
  }
  return {
    ctes: useProofCtes({ appId, kind: 'guest', proof: challenge, expiresAtMs }),
    refuse: async () => new ApiError('invalid_credentials'),
  }
}

/** Moves an account that is stored under a former key to `key`, unless there is one already. */
async function settle(
  deps: Deps,
  { appId, key, former }: { appId: string; key: string; former: readonly string[] },
): Promise<void> {
  if (former.length === 0) return
  const found = await findGuest(deps.db, { appId, key, former })
  if (found === undefined || found.key === key) return
  const { userId, data, mac } = found
  const row = { app_id: appId, user_id: userId, type: 'guest', data, credential: null }
  const of = authenticRows.linkedAccount
  const { keyEncryption } = deps
  if (!isRowMac(mac, { key: keyEncryption, of, row: { ...row, key: found.key } })) {
    throw refuseRow(deps, { table: 'linked_account', appId, userId })
  }
  const moved = rowMac(keyEncryption, of, { ...row, key })
  await moveGuest(deps.db, { appId, from: found.key, to: key, mac: moved })
}

/**
 * The SHA-256 of a credential, which is 32 random bytes.
 *
 * @throws ApiError `invalid_data` when it is not 32 bytes in canonical base64url (wire reference §17.5).
 */
function digestCredential(credential: string): string {
  const bytes = Buffer.from(credential, 'base64url')
  if (bytes.length !== 32 || bytes.toString('base64url') !== credential) {
    throw new ApiError('invalid_data', {
      message: 'Guest credential must be 32 bytes in base64url.',
    })
  }
  return createHash('sha256').update(bytes).digest('base64url')
}
