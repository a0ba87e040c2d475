import { randomInt } from 'node:crypto'
import type { RecordCipher, RecordPlace } from '@sallyport/crypto'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import type { SignerDatabase } from '../database.js'
import { newResourceId } from '../rows/resource-id.js'
import { openJson, sealJson } from '../rows/row-versions.js'

/** How long requests are kept that a draft of a policy is tried on. */
const judgedMs = 31 * 86_400_000
/** Of an app the latest so many are tried. */
const mostTried = 5_000

/** Older ones are forgotten with one request in so many. */
const forgetOneIn = 50

type Place = { appId: string; walletId: string; id: string }

/** A request that policies have judged: what a draft of a policy is tried on. */
export interface JudgedRequest {
  atMs: number
  walletId: string
  policyIds: readonly string[]
  chain: string
  address: string
  publicKey: string | null
  /** Body of rpc, or of a raw signature. */
  body: unknown
  method: string
  filled: FilledTransaction[]
  keyIds: readonly string[]
  wasAllowed: boolean
}

type Sealed = { db: SignerDatabase; cipher: RecordCipher }

/** Where a request is kept. */
export function placeOfJudged({ appId, walletId, id }: Place): RecordPlace {
  return { table: 'judged_request', column: 'record', row: [appId, walletId, id] }
}

/** Keeps a request for 31 days, and forgets older ones of the app. */
export async function keepJudged(
  appId: string,
  judged: JudgedRequest,
  { db, cipher }: Sealed,
): Promise<void> {
  const { walletId, atMs } = judged
  const place = { appId, walletId, id: newResourceId() }
  await db
    .insertInto('judged_request')
    .values({
      app_id: appId,
      wallet_id: walletId,
      id: place.id,
      at_ms: String(atMs),
      record: await sealJson(judged, placeOfJudged(place), cipher),
    })
    .execute()
  if (randomInt(forgetOneIn) > 0) return
  await db
    .deleteFrom('judged_request')
    .where('app_id', '=', appId)
    .where('at_ms', '<', String(atMs - judgedMs))
    .execute()
}

/** The latest requests of an app's wallets with a policy, the oldest first. */
export async function readJudged(
  { appId, policyId, nowMs }: { appId: string; policyId: string; nowMs: number },
  { db, cipher }: Sealed,
): Promise<JudgedRequest[]> {
  const found = await db
    .selectFrom('judged_request')
    .select(['wallet_id', 'id', 'record'])
    .where('app_id', '=', appId)
    .where('at_ms', '>=', String(nowMs - judgedMs))
    .orderBy('at_ms', 'desc')
    .orderBy('id')
    .limit(mostTried)
    .execute()
  const requests: JudgedRequest[] = []
  for (const { wallet_id: walletId, id, record } of found) {
    const place = placeOfJudged({ appId, walletId, id })
    const request = await openJson<JudgedRequest>(record, place, cipher)
    if (request.policyIds.includes(policyId)) requests.push(request)
  }
  return requests.reverse()
}
