import { spellTransferChain } from '@sallyport/contract/wallet-api'
import type { RecordPlace } from '@sallyport/crypto'
import { RowRefused } from '@sallyport/keyholder'
import type { FieldKind } from '../policy/field-table.js'
import { readInteger, spellAddress } from '../policy/spell.js'
import { type AppRow, findAppRow, writeAppRow } from '../rows/app-rows.js'
import { newResourceId } from '../rows/resource-id.js'
import type { RowDeps } from '../rows/row-deps.js'
import { openJson, sealJson } from '../rows/row-versions.js'

/** A set of texts as the signer keeps it. Its values are in chunks: it says which version of each counts. */
export interface ConditionSetRow extends AppRow {
  name: string
  owner: string | null
  createdAtMs: number
  chunks: readonly { id: string; version: number }[]
}

/** A value of a set. */
export interface SetItem {
  id: string
  value: string
  createdAtMs: number
}

interface Chunk {
  version: number
  items: readonly SetItem[]
}

/** A set with its values, as a process holds it. */
interface LoadedSet {
  /** Of the row whose values these are. */
  version: number
  chunks: Map<string, Chunk>
  /** As they are compared. */
  values: Set<string>
  /** As they were added, as texts are compared, where that is another spelling. */
  texts: Set<string>
  /** Of values that are numbers. */
  numbers: Set<bigint>
  /** In lower case, as bytes and names of assets are compared, where that is another spelling. */
  lower: Set<string>
  /** As names of networks are compared, where that is another spelling. */
  networks: Set<string>
}

/** The values of a set, as conditions look them up: texts by their own spelling, everything else by any. */
export interface SetValues {
  has(value: string | bigint, kind: FieldKind): boolean
}

type Named = { appId: string; setId: string }

/** Where a set is. */
export function placeOfSet({ appId, setId }: Named) {
  return { appId, kind: 'condition_set', id: setId } as const
}

/** Where a chunk of a set is. */
export function placeOfChunk({ appId, setId, chunkId }: Named & { chunkId: string }): RecordPlace {
  return { table: 'condition_set_chunk', column: 'record', row: [appId, setId, chunkId] }
}

/** A value as it is compared: without spaces around it, addresses that have two letter cases in lower case. */
export function spellSetValue(value: string): string {
  return spellAddress(value.trim())
}

type Spelled = Pick<LoadedSet, 'texts' | 'numbers' | 'lower' | 'networks'>

function nothingSpelled(): Spelled {
  return { texts: new Set(), numbers: new Set(), lower: new Set(), networks: new Set() }
}

function addSpelled({ texts, numbers, lower, networks }: Spelled, added: string): void {
  const [text, value] = [added.trim(), spellSetValue(added)]
  if (text !== value) texts.add(text)
  const number = /^0x[0-9a-f]{40}$/i.test(value) ? undefined : readInteger(value)
  if (number !== undefined) numbers.add(number)
  const [small, network] = [value.toLowerCase(), spellTransferChain(value)]
  if (small !== value) lower.add(small)
  if (network !== value) networks.add(network)
}

function hasSpelled(
  { texts, lower, networks }: Spelled,
  { value, kind }: { value: string; kind: FieldKind },
): boolean {
  if (kind === 'text') return texts.has(value)
  if (kind === 'bytes' || kind === 'asset-name') return lower.has(value)
  return kind === 'network-name' && networks.has(value)
}

/** The values of a set; undefined where the set does not exist. @throws RowRefused */
export async function valuesOfSet(named: Named, rows: RowDeps): Promise<SetValues | undefined> {
  const row = await findAppRow<ConditionSetRow>(placeOfSet(named), rows)
  if (!row) return undefined
  const { values, ...spelled } = await loadSet({ ...named, row }, rows)
  return {
    has: (value, kind) =>
      typeof value === 'bigint'
        ? spelled.numbers.has(value)
        : values.has(value) || hasSpelled(spelled, { value, kind }),
  }
}

/** The items of a set, in the order in which they were added. @throws RowRefused */
export async function itemsOfSet(
  { row, ...named }: Named & { row: ConditionSetRow },
  rows: RowDeps,
): Promise<SetItem[]> {
  const { chunks } = await loadSet({ ...named, row }, rows)
  return row.chunks.flatMap(({ id }) => chunks.get(id)?.items ?? [])
}

/** How many values a set has, and which, as they are compared. @throws RowRefused */
export async function contentsOfSet(
  { row, ...named }: Named & { row: ConditionSetRow },
  rows: RowDeps,
): Promise<ReadonlySet<string>> {
  return (await loadSet({ ...named, row }, rows)).values
}

/** Adds items to a set, in a chunk of their own. */
export async function addChunk(
  { row, items, ...named }: Named & { row: ConditionSetRow; items: readonly SetItem[] },
  rows: RowDeps,
): Promise<void> {
  const id = newResourceId()
  await writeChunk({ ...named, chunkId: id }, { version: 1, items }, rows)
  const chunks = [...row.chunks, { id, version: 1 }]
  await writeAppRow<ConditionSetRow>(placeOfSet(named), { ...row, chunks }, rows)
}

/** Removes an item from a set. @returns Whether it was there. */
export async function removeItem(
  { row, itemId, ...named }: Named & { row: ConditionSetRow; itemId: string },
  rows: RowDeps,
): Promise<boolean> {
  const { chunks } = await loadSet({ ...named, row }, rows)
  const found = [...chunks].find(([, { items }]) => items.some(({ id }) => id === itemId))
  if (!found) return false
  const [chunkId, { version, items }] = found
  const left = items.filter(({ id }) => id !== itemId)
  await writeChunk({ ...named, chunkId }, { version: version + 1, items: left }, rows)
  const kept = row.chunks.map((each) =>
    each.id === chunkId ? { id: chunkId, version: version + 1 } : each,
  )
  await writeAppRow<ConditionSetRow>(placeOfSet(named), { ...row, chunks: kept }, rows)
  return true
}

/** Deletes the chunks of a set that its row names no longer. */
export async function dropChunks({ appId, setId }: Named, { db }: RowDeps): Promise<void> {
  await db
    .deleteFrom('condition_set_chunk')
    .where('app_id', '=', appId)
    .where('set_id', '=', setId)
    .execute()
}

/** Reads what is not at hand yet: of a set that has grown by a chunk, one chunk. */
async function loadSet(
  { row, ...named }: Named & { row: ConditionSetRow },
  rows: RowDeps,
): Promise<LoadedSet> {
  const key = `${named.appId}/condition_set/${named.setId}/values`
  const loaded = await rows.cache.of(key, async (): Promise<LoadedSet> => {
    return {
      version: 0,
      chunks: new Map(),
      values: new Set(),
      ...nothingSpelled(),
    }
  })
  if (loaded.version === row.version) return loaded
  const isKept = ({ id, version }: { id: string; version: number }) =>
    loaded.chunks.get(id)?.version === version
  const unknown = row.chunks.filter((each) => !isKept(each))
  const read = await readChunks({ ...named, ids: unknown.map(({ id }) => id) }, rows)
  // A set that has only grown keeps what it has: adding to a large one takes no longer than to a small one.
  const hasGrown = row.chunks.length - unknown.length === loaded.chunks.size
  const chunks = hasGrown ? loaded.chunks : new Map<string, Chunk>()
  const values = hasGrown ? loaded.values : new Set<string>()
  const spelled = hasGrown ? loaded : nothingSpelled()
  for (const { id, version } of hasGrown ? unknown : row.chunks) {
    const chunk = read.get(id) ?? loaded.chunks.get(id)
    if (chunk?.version !== version) throw new RowRefused('condition_set_chunk')
    chunks.set(id, chunk)
    for (const item of chunk.items) {
      values.add(spellSetValue(item.value))
      addSpelled(spelled, item.value)
    }
  }
  const { texts, numbers, lower, networks } = spelled
  const { version } = row
  return Object.assign(loaded, { version, chunks, values, texts, numbers, lower, networks })
}

async function readChunks(
  { appId, setId, ids }: Named & { ids: readonly string[] },
  { db, cipher }: RowDeps,
): Promise<Map<string, Chunk>> {
  const chunks = new Map<string, Chunk>()
  if (ids.length === 0) return chunks
  const found = await db
    .selectFrom('condition_set_chunk')
    .select(['chunk_id', 'record'])
    .where('app_id', '=', appId)
    .where('set_id', '=', setId)
    .where('chunk_id', 'in', ids)
    .execute()
  for (const { chunk_id: chunkId, record } of found)
    chunks.set(
      chunkId,
      await openJson<Chunk>(record, placeOfChunk({ appId, setId, chunkId }), cipher),
    )
  return chunks
}

async function writeChunk(
  place: Named & { chunkId: string },
  chunk: Chunk,
  { db, cipher }: RowDeps,
): Promise<void> {
  const record = await sealJson(chunk, placeOfChunk(place), cipher)
  await db
    .insertInto('condition_set_chunk')
    .values({ app_id: place.appId, set_id: place.setId, chunk_id: place.chunkId, record })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'set_id', 'chunk_id']).doUpdateSet({ record }),
    )
    .execute()
}
