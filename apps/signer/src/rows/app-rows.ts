import type { RecordPlace } from '@sallyport/crypto'
import { CallRefused, RowRefused } from '@sallyport/keyholder'
import type { RowDeps } from './row-deps.js'
import { openJson, sealJson } from './row-versions.js'

/** What an app has besides wallets and quorums. */
export type AppRowKind = 'policy' | 'aggregation' | 'condition_set' | 'wallet_settings'

/** Where a row is. */
interface AppRowPlace {
  appId: string
  kind: AppRowKind
  id: string
}

/** A row as the signer keeps it: its making is a change too, so that a row that is gone is missed. */
export interface AppRow {
  version: number
  isDeleted: boolean
}

type Named = Pick<RowDeps, 'versions'>

/** Where a row's record is. */
export function placeOfAppRow({ appId, kind, id }: AppRowPlace): RecordPlace {
  return { table: 'app_row', column: 'record', row: [appId, kind, id] }
}

/** A row of the app at its newest version, or undefined where it never was or was deleted. @throws RowRefused */
export async function findAppRow<T extends AppRow>(
  place: AppRowPlace,
  deps: RowDeps,
): Promise<T | undefined> {
  const { appId, kind, id } = place
  const newest = deps.versions.versionOf({ appId, table: kind, id })
  if (newest === 0) return undefined
  const value = await deps.cache.of(keyOf(place, newest), async () => {
    const row = await deps.db
      .selectFrom('app_row')
      .select('record')
      .where('app_id', '=', appId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new RowRefused(kind)
    const opened = await openJson<T>(row.record, placeOfAppRow(place), deps.cipher)
    if (opened.version !== newest) throw new RowRefused(kind)
    return opened
  })
  return value.isDeleted ? undefined : value
}

/** As `findAppRow`. @throws CallRefused `not_found`; RowRefused. */
export async function readAppRow<T extends AppRow>(place: AppRowPlace, deps: RowDeps): Promise<T> {
  const row = await findAppRow<T>(place, deps)
  if (!row) throw new CallRefused('not_found')
  return row
}

/** What is made of a row, such as a compiled policy: made once for each of its versions. */
export function madeOf<R extends AppRow, T>(
  { place, row, as }: { place: AppRowPlace; row: R; as: string },
  { cache }: Pick<RowDeps, 'cache'>,
  make: (row: R) => Promise<T>,
): Promise<T> {
  return cache.of(`${keyOf(place, row.version)}/${as}`, () => make(row))
}

/** Every row of a kind that was not deleted, by id. @throws RowRefused when one is missing. */
export async function listAppRows<T extends AppRow>(
  { appId, kind }: Omit<AppRowPlace, 'id'>,
  deps: RowDeps,
): Promise<ReadonlyMap<string, T>> {
  const rows = new Map<string, T>()
  for (const id of idsOf({ appId, kind }, deps)) {
    const row = await findAppRow<T>({ appId, kind, id }, deps)
    if (row) rows.set(id, row)
  }
  return rows
}

/** Writes a row, new or changed, and counts it as a change: the row of before is refused from then on. */
export async function writeAppRow<T extends AppRow>(
  place: AppRowPlace,
  value: Omit<T, keyof AppRow> & { isDeleted?: boolean },
  deps: RowDeps,
): Promise<Omit<T, keyof AppRow> & AppRow> {
  const { appId, kind, id } = place
  const version = deps.versions.versionOf({ appId, table: kind, id }) + 1
  const changed = { isDeleted: false, ...value, version }
  const record = await sealJson(changed, placeOfAppRow(place), deps.cipher)
  await deps.versions.noteChange({ appId, table: kind, id, version }, deps)
  await deps.db
    .insertInto('app_row')
    .values({ app_id: appId, kind, id, record })
    .onConflict((conflict) => conflict.columns(['app_id', 'kind', 'id']).doUpdateSet({ record }))
    .execute()
  return changed
}

/** Ids of every row of a kind that ever was. */
function idsOf({ appId, kind }: Omit<AppRowPlace, 'id'>, { versions }: Named): string[] {
  return versions.idsOf({ appId, table: kind })
}

function keyOf({ appId, kind, id }: AppRowPlace, version: number): string {
  return `${appId}/${kind}/${id}@${version}`
}
