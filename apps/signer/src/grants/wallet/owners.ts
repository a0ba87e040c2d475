import { CallRefused } from '@sallyport/keyholder'
import type { SignerInput } from '@sallyport/protocols/signer'
import { insertQuorum, type KeyQuorum, readQuorum, requireUsable } from './quorum-rows.js'
import { newResourceId } from './resource-id.js'
import type { RowDeps } from './wallet-rows.js'

type Owner = SignerInput<'createWallet'>['wallet']['owner']

/**
 * The id of the quorum that an owner is: a key or a user gets one of its own.
 *
 * @throws CallRefused `not_found` for a quorum that the app does not have; `invalid_request` for what is not a P-256 key.
 */
export async function namedOwner(
  { appId, owner }: { appId: string; owner: Owner },
  deps: RowDeps,
): Promise<string | null> {
  if (owner === null) return null
  if ('quorumId' in owner) {
    await readQuorum({ appId, quorumId: owner.quorumId }, deps)
    return owner.quorumId
  }
  const quorum: KeyQuorum = {
    ...{ id: newResourceId(), appId, displayName: null, quorumIds: [], threshold: 1 },
    publicKeys: 'publicKey' in owner ? [owner.publicKey] : [],
    userIds: 'userId' in owner ? [owner.userId] : [],
    ...{ version: 0, isDeleted: false },
  }
  await requireUsable(quorum, deps)
  await insertQuorum(quorum, deps)
  return quorum.id
}

/** Refuses signers that are not quorums of the app, or that are there twice. @throws CallRefused `not_found`, `invalid_request`. */
export async function requireQuorums(
  { appId, signers }: { appId: string; signers: readonly { quorumId: string }[] },
  deps: RowDeps,
): Promise<void> {
  const ids = signers.map(({ quorumId }) => quorumId)
  if (new Set(ids).size < ids.length)
    throw new CallRefused('invalid_request', new Error('A signer is there twice'))
  for (const quorumId of ids) await readQuorum({ appId, quorumId }, deps)
}
