import type { SignerInput } from '@sallyport/protocols/signer'
import { invalid } from '../refusals.js'
import { insertQuorum, type KeyQuorum, requireQuorum, requireUsable } from './quorum-rows.js'
import { newResourceId } from './resource-id.js'
import type { RowDeps } from './row-deps.js'

/** Who owns a thing, as a request names it; null for the app alone. */
export type Owner = SignerInput<'createWallet'>['wallet']['owner']

/** What a body of the wire says of an owner. */
interface OwnerBody {
  owner?: { public_key: string } | { user_id: string } | null | undefined
  owner_id?: string | null | undefined
}

/** The text of the specification (5). */
const thresholdText =
  'If specified, authorization_threshold must be an integer between 1 and the length of authorization_key_ids.'

/**
 * The id of the quorum that an owner is: a key, a user or registered keys get one of their own.
 *
 * @throws as `requireOwner`
 */
export async function namedOwner(
  asked: { appId: string; owner: Owner; nowMs: number },
  deps: RowDeps,
): Promise<string | null> {
  const made = await requireOwner(asked, deps)
  if (made === null || typeof made === 'string') return made
  await insertQuorum(made, deps)
  return made.id
}

/**
 * Refuses an owner that could never sign.
 *
 * @returns null for the app alone, the id of a quorum that is there, or the quorum to make.
 * @throws CallRefused `invalid_request` or `not_found`, which name the field: for a quorum that the app does not have, for what is not a P-256 key,
 *   and for a threshold that registered keys can't reach.
 */
export async function requireOwner(
  { appId, owner, nowMs }: { appId: string; owner: Owner; nowMs: number },
  deps: RowDeps,
): Promise<string | KeyQuorum | null> {
  if (owner === null) return null
  if ('quorumId' in owner) {
    await requireQuorum({ appId, quorumId: owner.quorumId, field: 'owner_id' }, deps)
    return owner.quorumId
  }
  const isOfKeys = 'keyIds' in owner
  if (isOfKeys) requireThreshold(owner)
  const quorum: KeyQuorum = {
    ...{ id: newResourceId(), appId, displayName: null, createdAtMs: nowMs },
    publicKeys: 'publicKey' in owner ? [owner.publicKey] : [],
    userIds: 'userId' in owner ? [owner.userId] : [],
    quorumIds: isOfKeys ? owner.keyIds : [],
    threshold: isOfKeys ? (owner.threshold ?? owner.keyIds.length) : 1,
    ...{ version: 0, isDeleted: false },
  }
  const fields = { keyAt: () => 'owner.public_key', quorums: 'authorization_key_ids' }
  await requireUsable(quorum, deps, fields)
  return quorum
}

/** The owner that a body names, null for none; undefined where it says nothing of one. */
export function readOwner({ owner, owner_id: id }: OwnerBody): Owner | undefined {
  if (owner !== undefined && id !== undefined)
    throw invalid('Give owner or owner_id, not both', 'owner_id')
  if (id !== undefined) return id === null ? null : { quorumId: id }
  if (owner === undefined || owner === null) return owner
  return 'public_key' in owner ? { publicKey: owner.public_key } : { userId: owner.user_id }
}

/** The owner of the older form: registered keys and a threshold; undefined where a body has none. @throws CallRefused `invalid_request`. */
export function readKeyOwner(body: {
  authorization_key_ids?: string[] | undefined
  authorization_keys_ids?: string[] | undefined
  authorization_threshold?: number | undefined
}): Owner | undefined {
  const keyIds = body.authorization_key_ids ?? body.authorization_keys_ids
  const threshold = body.authorization_threshold ?? null
  if (keyIds === undefined) {
    if (threshold !== null) throw invalid(thresholdText, 'authorization_threshold')
    return undefined
  }
  requireThreshold({ keyIds, threshold })
  return { keyIds, threshold }
}

function requireThreshold({
  keyIds,
  threshold,
}: {
  keyIds: readonly string[]
  threshold: number | null
}): void {
  const isFitting =
    threshold === null ||
    (Number.isInteger(threshold) && threshold >= 1 && threshold <= keyIds.length)
  if (!isFitting) throw invalid(thresholdText, 'authorization_threshold')
}

/** Refuses signers that are not quorums of the app, or that are there twice. @throws CallRefused `invalid_request` or `not_found`, which name the signer. */
export async function requireQuorums(
  { appId, signers }: { appId: string; signers: readonly { quorumId: string }[] },
  deps: RowDeps,
): Promise<void> {
  const ids = signers.map(({ quorumId }) => quorumId)
  for (const [at, quorumId] of ids.entries()) {
    const field = `additional_signers[${at}].signer_id`
    if (ids.indexOf(quorumId) !== at) throw invalid('A signer is there twice', field)
    await requireQuorum({ appId, quorumId, field }, deps)
  }
}
