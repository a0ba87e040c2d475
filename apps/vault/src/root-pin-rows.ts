import type { RootCommitment } from '@sallyport/contract'
import type { RecordPlace } from '@sallyport/crypto'
import type { VaultDatabase } from './database.js'
import type { RecoveryDeps } from './recovery-deps.js'

interface User {
  appId: string
  userId: string
}

/** The root that is noted in a slot of a user. */
interface RootPin {
  walletId: string
  root: RootCommitment
}

type PinDeps = Pick<RecoveryDeps, 'db' | 'cipher'>

/** What is noted in a slot. */
export async function readRootPin(
  { appId, userId }: User,
  slot: string,
  { db, cipher }: PinDeps,
): Promise<RootPin | undefined> {
  const row = await db
    .selectFrom('root_pin')
    .select('record')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('slot', '=', slot)
    .executeTakeFirst()
  if (!row) return undefined
  const opened = await cipher.open(
    new Uint8Array(row.record),
    placeOfRootPin({ appId, userId, slot }),
  )
  // The vault sealed it: it has this form.
  return JSON.parse(new TextDecoder().decode(opened)) as RootPin
}

/** Notes a root in a slot where none is noted. */
export async function insertRootPin(
  { appId, userId }: User,
  { slot, ...pin }: RootPin & { slot: string },
  { db, cipher }: PinDeps,
): Promise<void> {
  const text = new TextEncoder().encode(JSON.stringify(pin))
  const record = await cipher.seal(text, placeOfRootPin({ appId, userId, slot }))
  await db
    .insertInto('root_pin')
    .values({ app_id: appId, user_id: userId, slot, record: Buffer.from(record) })
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id', 'slot']).doNothing())
    .execute()
}

/** Removes what was noted of a deleted user. */
export async function removeRootPins({ appId, userId }: User, db: VaultDatabase): Promise<void> {
  await db
    .deleteFrom('root_pin')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .execute()
}

/** Where the note of a root is. */
export function placeOfRootPin({ appId, userId, slot }: User & { slot: string }): RecordPlace {
  return { table: 'root_pin', column: 'record', row: [appId, userId, slot] }
}
