import { createHash } from 'node:crypto'
import type { RecordCipher, RecordPlace } from '@sallyport/crypto'
import type { AuthorizedRequest, FilledTransaction } from '@sallyport/protocols/signer'
import type { SignerDatabase } from './database.js'
import type { Authorization } from './quorum/authorize.js'
import { canonicalJson } from './quorum/canonical-json.js'
import { ExplainedRefusal, invalid } from './refusals.js'
import { openJson, sealJson } from './rows/row-versions.js'

/** How long the same request is answered again. Its name stays used after that. */
const answeredMs = 86_400_000

interface Place {
  walletId: string
  /** Hex. */
  name: string
}

interface Answered {
  /** Hash of the call and its body. */
  body: string
  atMs: number
  filled: FilledTransaction[]
}

type Deps = { db: SignerDatabase; cipher: RecordCipher; nowMs: number }

/** Where it is kept what a request was answered with. */
export function placeOfAnswered({ walletId, name }: Place): RecordPlace {
  return { table: 'answered', column: 'record', row: [walletId, name] }
}

/**
 * What names a request of a wallet: its idempotency key, or what was signed. Without either a request is one of its own each time, since
 * the app may ask for the same twice.
 */
export function nameOfRequest(
  { headers }: AuthorizedRequest,
  { digest, by }: Authorization,
): string | null {
  const key = headers['privy-idempotency-key']
  if (key !== undefined)
    return createHash('sha256')
      .update(canonicalJson(['key', key]))
      .digest('hex')
  return by === null ? null : digest.toString('hex')
}

/**
 * What was filled into a request when it was answered for the first time: with it the same bytes are signed again, and no second
 * transaction. Remembers it where it is the first time. The caller holds the wallet's row.
 *
 * @throws CallRefused `replayed` for a name that was used with another body, or more than 24 hours ago.
 */
export async function answerOnce(
  {
    place,
    request,
    filled,
  }: { place: Place; request: AuthorizedRequest; filled: FilledTransaction[] },
  { db, cipher, nowMs }: Deps,
): Promise<FilledTransaction[]> {
  const body = hashOf(request)
  const row = await db
    .selectFrom('answered')
    .select('record')
    .where('wallet_id', '=', place.walletId)
    .where('name', '=', place.name)
    .executeTakeFirst()
  if (row) {
    const before = await openJson<Answered>(row.record, placeOfAnswered(place), cipher)
    if (before.body !== body)
      throw replayed('privy-idempotency-key was used for a request with another body')
    if (nowMs - before.atMs > answeredMs) throw replayed('The request was answered a day ago')
    return before.filled
  }
  const record = await sealJson(
    { body, atMs: nowMs, filled } satisfies Answered,
    placeOfAnswered(place),
    cipher,
  )
  await db
    .insertInto('answered')
    .values({ wallet_id: place.walletId, name: place.name, at_ms: String(nowMs), record })
    .execute()
  return filled
}

/**
 * What was filled into a request when it was answered, whenever that was: what is signed in its place has the same numbers but its fees.
 *
 * @throws CallRefused `invalid_request` when it was not answered; `replayed` for a name that was used with another body.
 */
export async function readAnswered(
  { place, request }: { place: Place; request: AuthorizedRequest },
  { db, cipher }: Pick<Deps, 'db' | 'cipher'>,
): Promise<FilledTransaction[]> {
  const row = await db
    .selectFrom('answered')
    .select('record')
    .where('wallet_id', '=', place.walletId)
    .where('name', '=', place.name)
    .executeTakeFirst()
  if (!row) throw invalid('Nothing was signed for the request')
  const before = await openJson<Answered>(row.record, placeOfAnswered(place), cipher)
  if (before.body !== hashOf(request))
    throw replayed('privy-idempotency-key was used for a request with another body')
  return before.filled
}

function hashOf({ url, body }: AuthorizedRequest): string {
  const call = url.slice(url.lastIndexOf('/') + 1)
  return createHash('sha256')
    .update(canonicalJson([call, body]))
    .digest('hex')
}

function replayed(message: string): ExplainedRefusal {
  return new ExplainedRefusal('replayed', { message })
}
