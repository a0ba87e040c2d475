import { randomUUID } from 'node:crypto'
import { type DelegationConsent, delegationContext, delegationSealInfo } from '@sallyport/contract'
import {
  combineDelegatedKey,
  fromBase64url,
  loadChain,
  openSealed,
  type RecordPlace,
  SealError,
  ShareError,
  toBase64url,
  wipe,
} from '@sallyport/crypto'
import { CallRefused, findPinnedKey, proveUser, RowRefused } from '@sallyport/keyholder'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { forgetWallets } from '../../policy-rows/spend.js'
import { requireKeyQuorum } from '../../quorum/authorize.js'
import { deleteUserKeys } from '../../rows/user-keys.js'
import type { SignerDeps } from '../../signer-deps.js'

/** How long a user may take to consent. */
const consentMs = 600_000

/** Draws the id of a consent. @throws CallRefused `invalid_token`. */
export async function openConsent(
  claim: SignerInput<'openConsent'>,
  deps: SignerDeps,
): Promise<SignerOutput<'openConsent'>> {
  await proveUser(claim, { pinned: await findPinnedKey(claim.appId, deps), clock: deps.clock })
  const consentId = randomUUID()
  await deps.db
    .insertInto('delegation')
    .values({
      consent_id: consentId,
      app_id: claim.appId,
      user_id: claim.userId,
      opened_at_ms: String(deps.clock.nowMs()),
      record: null,
      revoked_at_ms: null,
    })
    .execute()
  return { consentId }
}

/**
 * Keeps the signer's half of a key. It opens only with the consent that the user gave, so neither its policy nor its keys can
 * be other ones; and only an open consent of this user takes it, once.
 *
 * @throws CallRefused `invalid_token`, `invalid_request`, or `already_stored` for a consent that was used, has ended or is
 *   another user's.
 */
export async function storeDelegation(
  { accessToken, consent, sealedShare, appShare }: SignerInput<'storeDelegation'>,
  deps: SignerDeps,
): Promise<SignerOutput<'storeDelegation'>> {
  const { appId, userId, consentId } = consent
  const pinned = await findPinnedKey(appId, deps)
  await proveUser({ appId, userId, accessToken }, { pinned, clock: deps.clock })
  requireKeyQuorum({ keys: consent.authorizationKeys, threshold: consent.threshold })
  const share = await openShare({ consent, sealedShare }, deps)
  try {
    wipe(await restoreKey({ consent, share, appShare }))
    const text = JSON.stringify({ consent, share: toBase64url(share) } satisfies Delegation)
    const record = await deps.cipher.seal(
      new TextEncoder().encode(text),
      placeOfDelegation(consentId),
    )
    const stored = await deps.db
      .updateTable('delegation')
      .set({ record: Buffer.from(record) })
      .where('consent_id', '=', consentId)
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('record', 'is', null)
      .where('revoked_at_ms', 'is', null)
      .where('opened_at_ms', '>', String(deps.clock.nowMs() - consentMs))
      .returning('consent_id')
      .execute()
    if (stored.length === 0) throw new CallRefused('already_stored')
    return {}
  } finally {
    wipe(share)
  }
}

/**
 * Ends every delegation of a user, or the one that is named. A request that is being signed holds its row, so when this returns it was answered or will
 * be refused. No token is asked for: a caller can only take rights of the app away. This process accepts none of them again, whatever the
 * table says later.
 */
export async function revokeDelegations(
  { appId, userId, consentId }: SignerInput<'revokeDelegations'>,
  { db, clock, endedConsents }: SignerDeps,
): Promise<SignerOutput<'revokeDelegations'>> {
  const every = db
    .updateTable('delegation')
    .set({ record: null, revoked_at_ms: String(clock.nowMs()) })
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('revoked_at_ms', 'is', null)
    .returning('consent_id')
  const rows = await (consentId === undefined
    ? every
    : every.where('consent_id', '=', consentId)
  ).execute()
  for (const row of rows) endedConsents.remember(row.consent_id, null)
  return { revoked: rows.map((row) => row.consent_id) }
}

/**
 * Deletes the consents of a deleted user with what was reserved for them. A consent that is gone is never accepted again. As for
 * a revocation, no token is asked for.
 */
export async function deleteUser(
  { appId, userId }: SignerInput<'deleteUser'>,
  { db, endedConsents }: SignerDeps,
): Promise<SignerOutput<'deleteUser'>> {
  const deleted = await db.transaction().execute(async (transaction) => {
    const own = transaction
      .selectFrom('delegation')
      .select('consent_id')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      // Waits for signatures that are being made, whose reservations would otherwise stay.
      .forUpdate()
    const ids = (await own.execute()).map((row) => row.consent_id)
    await deleteUserKeys({ appId, userId }, { db: transaction })
    if (ids.length === 0) return ids
    await forgetWallets(ids, { db: transaction })
    await transaction.deleteFrom('delegation').where('consent_id', 'in', ids).execute()
    return ids
  })
  for (const consentId of deleted) endedConsents.remember(consentId, null)
  return {}
}

/** What is kept of a consent. */
export interface Delegation {
  consent: DelegationConsent
  /** The signer's half, base64url. */
  share: string
}

/**
 * A stored consent and the signer's half, which the caller wipes. The row stays locked until the transaction ends.
 *
 * @throws CallRefused `not_found` when it was not given or is revoked; RowRefused for one that this process has ended and that is there again.
 */
export async function lockDelegation(
  consentId: string,
  {
    db,
    cipher,
    clock,
    endedConsents,
  }: Pick<SignerDeps, 'db' | 'cipher' | 'clock' | 'endedConsents'>,
): Promise<{ consent: DelegationConsent; share: Uint8Array }> {
  const row = await db
    .selectFrom('delegation')
    .select('record')
    .where('consent_id', '=', consentId)
    .where('revoked_at_ms', 'is', null)
    // Not `for share`: requests of one wallet reserve one after the other.
    .forUpdate()
    .executeTakeFirst()
  if (!row?.record) throw new CallRefused('not_found')
  if (endedConsents.knows(consentId, clock.nowMs())) throw new RowRefused('delegation')
  const { consent, share } = await openDelegation({ consentId, record: row.record }, { cipher })
  return { consent, share: fromBase64url(share) }
}

/** What the record of a consent says. @throws an error for one that this signer has not sealed for this place. */
export async function openDelegation(
  { consentId, record }: { consentId: string; record: Buffer },
  { cipher }: Pick<SignerDeps, 'cipher'>,
): Promise<Delegation> {
  const opened = await cipher.open(new Uint8Array(record), placeOfDelegation(consentId))
  // Only this signer seals records for this place: it has this form.
  const delegation = JSON.parse(new TextDecoder().decode(opened)) as Delegation
  wipe(opened)
  return delegation
}

/**
 * The private key of both halves, after it gave the consent's address. The caller wipes it.
 *
 * @throws CallRefused `invalid_request` when the halves are not a pair of this consent.
 */
export async function restoreKey({
  consent,
  share,
  appShare,
}: {
  consent: DelegationConsent
  share: Uint8Array
  appShare: string
}): Promise<Uint8Array> {
  let app: Uint8Array | undefined
  try {
    app = fromBase64url(appShare)
    const key = await combineDelegatedKey({ signer: share, app }, delegationContext(consent))
    const chain = await loadChain[consent.chainType]()
    if (chain.address(key).address === consent.address) return key // public: no constant time needed
    wipe(key)
    throw new CallRefused('invalid_request', new Error('The key has another address'))
  } catch (error) {
    if (error instanceof ShareError || error instanceof TypeError)
      throw new CallRefused('invalid_request', error)
    throw error
  } finally {
    wipe(app)
  }
}

async function openShare(
  { consent, sealedShare }: Pick<SignerInput<'storeDelegation'>, 'consent' | 'sealedShare'>,
  { sealKey }: SignerDeps,
): Promise<Uint8Array> {
  try {
    return await openSealed({
      recipientPrivateKey: sealKey.privateKey,
      enc: fromBase64url(sealedShare.enc),
      ciphertext: fromBase64url(sealedShare.ciphertext),
      info: new TextEncoder().encode(delegationSealInfo),
      aad: new TextEncoder().encode(delegationContext(consent)),
    })
  } catch (error) {
    if (error instanceof SealError || error instanceof TypeError)
      throw new CallRefused('invalid_request', error)
    throw error
  }
}

/** Where the record of a consent is. */
export function placeOfDelegation(consentId: string): RecordPlace {
  return { table: 'delegation', column: 'record', row: [consentId] }
}
