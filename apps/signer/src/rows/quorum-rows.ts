import type { RecordPlace } from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { settingsOf } from '../policy-rows/settings.js'
import { nameOf, requireKeys } from '../quorum/authorize.js'
import type { FlatQuorum, Quorum } from '../quorum/count-votes.js'
import type { KeyRole } from '../quorum/roles.js'
import { invalid, missing } from '../refusals.js'
import type { RowDeps } from './row-deps.js'
import { openJson, sealJson } from './row-versions.js'
import { keysOfUsers } from './user-keys.js'

/** A key quorum as the signer keeps it. */
export interface KeyQuorum {
  id: string
  appId: string
  displayName: string | null
  /** P-256 keys, SPKI in base64. */
  publicKeys: readonly string[]
  /** Users count as members: by keys that their tokens were exchanged for. */
  userIds: readonly string[]
  /** Quorums inside, which have none inside themselves. */
  quorumIds: readonly string[]
  threshold: number
  /** Of a registered authorization key, which is a quorum of one. */
  role?: KeyRole
  createdAtMs: number
  version: number
  isDeleted: boolean
}

type Named = { appId: string; quorumId: string }

/** Where a quorum's record is. */
export function placeOfQuorum(appId: string, id: string): RecordPlace {
  return { table: 'key_quorum', column: 'record', row: [appId, id] }
}

/** A quorum of the app. @throws CallRefused `not_found`; RowRefused. */
export async function readQuorum(named: Named, deps: RowDeps): Promise<KeyQuorum> {
  const quorum = await openQuorum(named, deps)
  if (quorum.isDeleted) throw new CallRefused('not_found')
  return quorum
}

/** A quorum that a body names. @throws CallRefused `not_found` that names the field and the id; RowRefused. */
export async function requireQuorum(
  { field, ...named }: Named & { field: string },
  deps: RowDeps,
): Promise<KeyQuorum> {
  try {
    return await readQuorum(named, deps)
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'not_found')
      throw missing(`${field}: the app has no key quorum ${named.quorumId}`, field)
    throw error
  }
}

async function openQuorum(
  { appId, quorumId }: Named,
  { db, cipher, versions }: RowDeps,
): Promise<KeyQuorum> {
  const row = await db
    .selectFrom('key_quorum')
    .select('record')
    .where('quorum_id', '=', quorumId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  if (!row) throw new CallRefused('not_found')
  const quorum = await openJson<KeyQuorum>(row.record, placeOfQuorum(appId, quorumId), cipher)
  versions.check({ appId, table: 'key_quorum', id: quorumId, version: quorum.version })
  return quorum
}

/** Who has to sign a request for a quorum, with the quorums inside. @throws CallRefused `not_found`, `invalid_request`; RowRefused. */
export async function quorumOf(
  { request, ...named }: Named & { request: AuthorizedRequest },
  deps: RowDeps & { nowMs: number },
): Promise<Quorum & { userKeys: ReadonlySet<string> }> {
  const quorum = await readQuorum(named, deps)
  const inside: KeyQuorum[] = []
  for (const quorumId of quorum.quorumIds)
    inside.push(await openQuorum({ appId: named.appId, quorumId }, deps))
  const all = [quorum, ...inside]
  const userIds = [...new Set(all.flatMap((each) => each.userIds))]
  const name = nameOf(request).toString('base64url')
  const { appId } = named
  const alive = await keysOfUsers({ appId, userIds, request: name }, deps)
  // Keys that tokens were exchanged for end with the setting; those of the approval page do not need it.
  const mayExchange = alive.size === 0 || (await settingsOf(appId, deps)).userKeys
  const keys = new Map(
    [...alive].map(([user, own]) => [user, own.filter((key) => mayExchange || key.isApproval)]),
  )
  const flat = ({ publicKeys, userIds: users, threshold, role, isDeleted }: KeyQuorum) =>
    ({
      // One that was deleted is a member that can't vote any more.
      keys: isDeleted ? [] : publicKeys,
      users: isDeleted ? [] : users.map((userId) => ({ userId, keys: keys.get(userId) ?? [] })),
      threshold,
      ...(role !== undefined && { role }),
    }) satisfies FlatQuorum
  return {
    ...flat(quorum),
    nested: inside.map(flat),
    userKeys: new Set(
      [...keys.values()].flatMap((each) =>
        each.filter(({ isApproval }) => isApproval !== true).map(({ spki }) => spki),
      ),
    ),
  }
}

/** Stores a quorum that is new. */
export async function insertQuorum(quorum: KeyQuorum, { db, cipher }: RowDeps): Promise<void> {
  await db
    .insertInto('key_quorum')
    .values({
      quorum_id: quorum.id,
      app_id: quorum.appId,
      record: await sealJson(quorum, placeOfQuorum(quorum.appId, quorum.id), cipher),
    })
    .execute()
}

/** Writes a change of a quorum, and counts it: the row of before is refused from then on. */
export async function changeQuorum(before: KeyQuorum, change: Partial<KeyQuorum>, deps: RowDeps) {
  const changed = { ...before, ...change, version: before.version + 1 }
  const { appId, id, version } = changed
  await deps.versions.noteChange({ appId, table: 'key_quorum', id, version }, deps)
  await deps.db
    .updateTable('key_quorum')
    .set({ record: await sealJson(changed, placeOfQuorum(appId, id), deps.cipher) })
    .where('quorum_id', '=', id)
    .execute()
  return changed
}

/**
 * Refuses a quorum that can never be met or nests deeper than one level: its keys are P-256 keys, each once, and its threshold is at
 * most the number of its members.
 *
 * @param fields  Where the body has its keys and quorums; by default as the body of a quorum has them.
 * @throws CallRefused `invalid_request` or `not_found`, which name the field.
 */
export async function requireUsable(
  quorum: Omit<KeyQuorum, 'version' | 'isDeleted'>,
  deps: RowDeps,
  fields: { keyAt?: (at: number) => string; quorums?: string } = {},
): Promise<void> {
  const { appId, id, publicKeys, userIds, quorumIds, threshold } = quorum
  const { keyAt, quorums = 'key_quorum_ids' } = fields
  requireKeys(publicKeys, keyAt)
  const members = publicKeys.length + userIds.length + quorumIds.length
  if (hasTwice(userIds)) throw invalid('A member is there twice', 'user_ids')
  if (hasTwice(quorumIds)) throw invalid('A member is there twice', quorums)
  if (members === 0) throw invalid('Give public_keys, user_ids or key_quorum_ids')
  if (threshold < 1 || threshold > members)
    throw invalid(
      'authorization_threshold must be an integer between 1 and the number of members.',
      'authorization_threshold',
    )
  for (const [at, quorumId] of quorumIds.entries()) {
    const field = `${quorums}[${at}]`
    const inside = await requireQuorum({ appId, quorumId, field }, deps)
    if (quorumId === id || inside.quorumIds.length > 0)
      throw invalid('Quorums nest one level', field)
  }
}

function hasTwice(ids: readonly string[]): boolean {
  return new Set(ids).size < ids.length
}
