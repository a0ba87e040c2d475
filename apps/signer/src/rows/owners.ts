import type { SignerInput } from '@sallyport/protocols/signer'
import { invalid } from '../refusals.js'
import { insertQuorum, type KeyQuorum, readQuorum, requireUsable } from './quorum-rows.js'
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
 * @throws CallRefused `not_found` for a quorum that the app does not have; `invalid_request` for what is not a P-256 key, and a
 *   threshold that registered keys can't reach.
 */
export async function namedOwner(
  { appId, owner, nowMs }: { appId: string; owner: Owner; nowMs: number },
  deps: RowDeps,
): Promise<string | null> {
  if (owner === null) return null
  if ('quorumId' in owner) {
    await readQuorum({ appId, quorumId: owner.quorumId }, deps)
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
  await requireUsable(quorum, deps)
  await insertQuorum(quorum, deps)
  return quorum.id
}

/** The owner that a body names, null for none; undefined where it says nothing of one. */
export function readOwner({ owner, owner_id: id }: OwnerBody): Owner | undefined {
  if (owner !== undefined && id !== undefined) throw invalid('Give owner or owner_id, not both')
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
    if (threshold !== null) throw invalid(thresholdText)
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
  if (!isFitting) throw invalid(thresholdText)
}

/** Refuses signers that are not quorums of the app, or that are there twice. @throws CallRefused `not_found`, `invalid_request`. */
export async function requireQuorums(
  { appId, signers }: { appId: string; signers: readonly { quorumId: string }[] },
  deps: RowDeps,
): Promise<void> {
  const ids = signers.map(({ quorumId }) => quorumId)
  if (new Set(ids).size < ids.length) throw invalid('A signer is there twice')
  for (const quorumId of ids) await readQuorum({ appId, quorumId }, deps)
}
