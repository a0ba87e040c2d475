import type { RecordCipher } from '@sallyport/crypto'
import { sql } from 'kysely'
import type { SignerDatabase } from '../../database.js'
import { placeOfSpending } from '../../policy-rows/spend.js'
import { openJson, sealJson } from '../../rows/row-versions.js'

type Deps = { db: SignerDatabase; cipher: RecordCipher }
type Named = { walletId: string; exclusive: string }

/** Keeps what the first transaction with a nonce was signed to pay for each unit of gas. */
export async function keepSignedFee(
  { walletId, exclusive, fee }: Named & { fee: bigint },
  { db, cipher, nowMs }: Deps & { nowMs: number },
): Promise<void> {
  const name = nameOf(exclusive)
  const record = await sealJson({ fee: String(fee) }, placeOfSpending(walletId, name), cipher)
  await sql`insert into spending (wallet_id, request, at_ms, record)
    values (${walletId}, ${name}, ${String(nowMs)}::bigint, ${record})
    on conflict (wallet_id, request) do nothing`.execute(db)
}

/** What was signed to be paid for each unit of gas; null where nothing was signed with the nonce. */
export async function readSignedFee(
  { walletId, exclusive }: Named,
  { db, cipher }: Deps,
): Promise<bigint | null> {
  const name = nameOf(exclusive)
  const { rows } = await sql<{ record: Buffer }>`select record from spending
    where wallet_id = ${walletId} and request = ${name}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { fee } = await openJson<{ fee: string }>(
    row.record,
    placeOfSpending(walletId, name),
    cipher,
  )
  return BigInt(fee)
}

/** No request is called so: those are hashes. */
function nameOf(exclusive: string): string {
  return `fee:${exclusive}`
}
