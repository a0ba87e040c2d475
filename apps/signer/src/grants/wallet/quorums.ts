import {
  authorizationKeyBody,
  keyQuorumBody,
  type SignerInput,
  type SignerOutput,
} from '@sallyport/protocols/signer'
import { parseBody } from '../../policy-rows/parse-body.js'
import { invalid } from '../../refusals.js'
import { authorizeChange } from '../../rows/authorized-change.js'
import { inApp } from '../../rows/in-app.js'
import {
  changeQuorum,
  insertQuorum,
  type KeyQuorum,
  readQuorum as readQuorumRow,
  requireUsable,
} from '../../rows/quorum-rows.js'
import { newResourceId } from '../../rows/resource-id.js'
import type { RowDeps } from '../../rows/row-deps.js'
import type { SignerDeps } from '../../signer-deps.js'

/** Makes a quorum. Without a threshold every member has to sign. @throws CallRefused `invalid_request`, `not_found`. */
export async function createQuorum(
  { appId, body }: SignerInput<'createQuorum'>,
  deps: SignerDeps,
): Promise<SignerOutput<'createQuorum'>> {
  return inApp({ appId, kind: 'begin' }, deps, async (rows) => {
    const quorum = withMembers(emptyQuorum(appId, deps.clock.nowMs()), body)
    await requireUsable(quorum, rows)
    await insertQuorum(quorum, rows)
    return { quorum: describeQuorum(quorum) }
  })
}

/** Registers an authorization key with its role: a quorum of one. By itself it may do nothing. */
export async function registerAuthorizationKey(
  { appId, body }: SignerInput<'registerAuthorizationKey'>,
  deps: SignerDeps,
): Promise<SignerOutput<'registerAuthorizationKey'>> {
  const {
    public_key: publicKey,
    role = null,
    display_name: name,
  } = parseBody(authorizationKeyBody, body)
  return inApp({ appId, kind: 'begin' }, deps, async (rows) => {
    const quorum: KeyQuorum = {
      ...emptyQuorum(appId, deps.clock.nowMs()),
      ...{ publicKeys: [publicKey], threshold: 1, role, displayName: name ?? null },
    }
    await requireUsable(quorum, rows)
    await insertQuorum(quorum, rows)
    return { quorum: describeQuorum(quorum) }
  })
}

/** A quorum or a registered key. @throws CallRefused `not_found`; RowRefused. */
export async function readQuorum(
  { appId, quorumId }: SignerInput<'readQuorum'>,
  deps: SignerDeps,
): Promise<SignerOutput<'readQuorum'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => ({
    quorum: describeQuorum(await readQuorumRow({ appId, quorumId }, rows)),
  }))
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
    const { before, isDone } = await lockForChange(asked, rows, deps)
    if (isDone) return { quorum: describeQuorum(before) }
    const changed = await requireQuorumChange(before, request.body, rows)
    return { quorum: describeQuorum(await changeQuorum(before, changed, rows)) }
  })
}

/** The quorum that a change makes. @throws CallRefused `invalid_request` or `not_found`, which name the field. */
export async function requireQuorumChange(
  before: KeyQuorum,
  body: unknown,
  rows: RowDeps,
): Promise<KeyQuorum> {
  if (before.role !== undefined) throw invalid('A registered key has no other members')
  const changed = withMembers(before, parseBody(keyQuorumBody, body))
  await requireUsable(changed, rows)
  return changed
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
    const { before } = await lockForChange(asked, rows, deps)
    await changeQuorum(before, { isDeleted: true }, rows)
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
  const quorum = await readQuorumRow({ appId, quorumId }, rows)
  // A registered key may always end itself, whatever its role.
  const act = method === 'DELETE' && quorum.role !== undefined ? 'sign' : 'keys'
  const { version } = quorum
  const row = { table: 'key_quorum', id: quorumId, version } as const
  const isDone = await authorizeChange(
    { appId, row, request, method, path: `/key_quorums/${quorumId}` },
    { owner: quorumId, nowMs: clock.nowMs(), acts: [act] },
    rows,
  )
  return { before: quorum, isDone }
}

function emptyQuorum(appId: string, nowMs: number): KeyQuorum {
  return {
    ...{ id: newResourceId(), appId, displayName: null, threshold: 0, createdAtMs: nowMs },
    ...{ publicKeys: [], userIds: [], quorumIds: [], version: 0, isDeleted: false },
  }
}

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
  const { id, displayName, publicKeys, userIds, quorumIds, threshold, role, createdAtMs } = quorum
  const lists = { publicKeys: [...publicKeys], userIds: [...userIds], quorumIds: [...quorumIds] }
  return { id, displayName, threshold, createdAtMs, ...lists, ...(role !== undefined && { role }) }
}
