import { CallRefused } from '@sallyport/keyholder'
import { keyQuorumBody, type SignerInput, type SignerOutput } from '@sallyport/protocols/signer'
import type { SignerDeps } from '../../signer-deps.js'
import { authorizeChange } from './authorized-change.js'
import { inApp } from './in-app.js'
import {
  changeQuorum,
  insertQuorum,
  type KeyQuorum,
  readQuorum,
  requireUsable,
  rowOfQuorum,
} from './quorum-rows.js'
import { newResourceId } from './resource-id.js'
import type { RowDeps } from './wallet-rows.js'

/** Makes a quorum. Without a threshold every member has to sign. @throws CallRefused `invalid_request`, `not_found`. */
export async function createQuorum(
  { appId, body }: SignerInput<'createQuorum'>,
  deps: SignerDeps,
): Promise<SignerOutput<'createQuorum'>> {
  return inApp({ appId, kind: 'begin' }, deps, async (rows) => {
    const empty = { id: newResourceId(), appId, version: 0, isDeleted: false, ...noMembers }
    const quorum: KeyQuorum = withMembers({ ...empty, displayName: null, threshold: 0 }, body)
    await requireUsable(quorum, rows)
    await insertQuorum(quorum, rows)
    return { quorum: describeQuorum(quorum) }
  })
}

/**
 * Changes a quorum, by a request that its present members have signed. A list that is given replaces the one of before.
 *
 * @throws CallRefused `not_found`, `wrong_signature`, `invalid_request`; RowRefused.
 */
export async function updateQuorum(
  { appId, quorumId, request }: SignerInput<'updateQuorum'>,
  deps: SignerDeps,
): Promise<SignerOutput<'updateQuorum'>> {
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const asked = { appId, quorumId, request, method: 'PATCH' } as const
    const { before, isDone, request: name } = await lockForChange(asked, rows, deps)
    if (isDone) return { quorum: describeQuorum(before) }
    const parsed = keyQuorumBody.safeParse(request.body)
    if (!parsed.success) throw new CallRefused('invalid_request', parsed.error)
    const changed = withMembers(before, parsed.data)
    await requireUsable(changed, rows)
    const written = await changeQuorum(before, { change: changed, request: name }, rows)
    return { quorum: describeQuorum(written) }
  })
}

/**
 * Ends a quorum, by a request that its members have signed. What it owns can't be changed or signed with any more.
 *
 * @throws CallRefused `not_found`, `wrong_signature`, `invalid_request`; RowRefused.
 */
export async function deleteQuorum(
  { appId, quorumId, request }: SignerInput<'deleteQuorum'>,
  deps: SignerDeps,
): Promise<SignerOutput<'deleteQuorum'>> {
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const asked = { appId, quorumId, request, method: 'DELETE' } as const
    const { before, request: name } = await lockForChange(asked, rows, deps)
    await changeQuorum(before, { change: { isDeleted: true }, request: name }, rows)
    return {}
  })
}

async function lockForChange(
  given: SignerInput<'updateQuorum'> & { method: 'PATCH' | 'DELETE' },
  rows: RowDeps,
  { clock }: Pick<SignerDeps, 'clock'>,
) {
  const { appId, quorumId, request, method } = given
  // The lock of the change is over every quorum of the app.
  const before = await readQuorum({ appId, quorumId }, rows)
  const authorized = await authorizeChange(
    { row: rowOfQuorum(before), request, method },
    { owner: quorumId, nowMs: clock.nowMs() },
    rows,
  )
  return { before, ...authorized }
}

const noMembers = { publicKeys: [], userIds: [], quorumIds: [] }

function withMembers(before: KeyQuorum, body: SignerInput<'createQuorum'>['body']): KeyQuorum {
  const publicKeys = body.public_keys ?? before.publicKeys
  const userIds = body.user_ids ?? before.userIds
  const quorumIds = body.key_quorum_ids ?? before.quorumIds
  const members = publicKeys.length + userIds.length + quorumIds.length
  const threshold = body.authorization_threshold ?? (before.threshold || members)
  const displayName = body.display_name ?? before.displayName
  return { ...before, publicKeys, userIds, quorumIds, threshold, displayName }
}

function describeQuorum(quorum: KeyQuorum): SignerOutput<'createQuorum'>['quorum'] {
  const { id, displayName, publicKeys, userIds, quorumIds, threshold } = quorum
  const lists = { publicKeys: [...publicKeys], userIds: [...userIds], quorumIds: [...quorumIds] }
  return { id, displayName, threshold, ...lists }
}
