import type { RecordPlace } from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import { type Quorum, readKeys } from '../../authorize.js'
import { openJson, sealJson } from './row-versions.js'
import type { RowDeps } from './wallet-rows.js'

/** A key quorum as the signer keeps it. */
export interface KeyQuorum {
  id: string
  appId: string
  displayName: string | null
  /** P-256 keys, SPKI in base64. */
  publicKeys: readonly string[]
  /** Users count as members; they sign on a page of the signer's own. */
  userIds: readonly string[]
  /** Quorums inside, which have none inside themselves. */
  quorumIds: readonly string[]
  threshold: number
  version: number
  isDeleted: boolean
}

/** Where a quorum's record is. */
export function placeOfQuorum(appId: string, id: string): RecordPlace {
  return { table: 'key_quorum', column: 'record', row: [appId, id] }
}

/** A quorum of the app. @throws CallRefused `not_found`; RowRefused. */
export async function readQuorum(
  { appId, quorumId }: { appId: string; quorumId: string },
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
  if (quorum.isDeleted) throw new CallRefused('not_found')
  return quorum
}

/** Who has to sign for a quorum, with the quorums inside. @throws CallRefused `not_found`; RowRefused. */
export async function quorumOf(
  named: { appId: string; quorumId: string },
  deps: RowDeps,
): Promise<Quorum> {
  const quorum = await readQuorum(named, deps)
  const inside: Quorum[] = []
  for (const quorumId of quorum.quorumIds) {
    const { publicKeys, threshold } = await readQuorum({ appId: named.appId, quorumId }, deps)
    inside.push({ keys: publicKeys, threshold })
  }
  return { keys: quorum.publicKeys, quorums: inside, threshold: quorum.threshold }
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

/** The row of a quorum, for its version. */
export function rowOfQuorum({ appId, id, version }: KeyQuorum) {
  return { appId, table: 'key_quorum', id, version } as const
}

/** Writes a change of a quorum, and counts it: the row of before is refused from then on. */
export async function changeQuorum(
  before: KeyQuorum,
  { change, request }: { change: Partial<KeyQuorum>; request: string },
  deps: RowDeps,
) {
  const changed = { ...before, ...change, version: before.version + 1 }
  const { appId, id } = changed
  await deps.versions.noteChange({ ...rowOfQuorum(changed), request }, deps)
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
 * @throws CallRefused `invalid_request`, or `not_found` for a quorum inside.
 */
export async function requireUsable(
  quorum: Omit<KeyQuorum, 'version' | 'isDeleted'>,
  deps: RowDeps,
): Promise<void> {
  const { appId, id, publicKeys, userIds, quorumIds, threshold } = quorum
  readKeys(publicKeys)
  const members = publicKeys.length + userIds.length + quorumIds.length
  const isTwice = new Set([...userIds, ...quorumIds]).size < userIds.length + quorumIds.length
  if (threshold < 1 || threshold > members || isTwice)
    throw new CallRefused('invalid_request', new Error('The quorum can never be met'))
  for (const quorumId of quorumIds) {
    const inside = await readQuorum({ appId, quorumId }, deps)
    if (quorumId === id || inside.quorumIds.length > 0)
      throw new CallRefused('invalid_request', new Error('Quorums nest one level'))
  }
}
