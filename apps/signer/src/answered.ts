import { createHash, randomInt } from 'node:crypto'
import type { RecordCipher, RecordPlace } from '@sallyport/crypto'
import { RowRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest, FilledTransaction } from '@sallyport/protocols/signer'
import { sql } from 'kysely'
import type { SignerDatabase } from './database.js'
import type { Authorization } from './quorum/authorize.js'
import { canonicalJson } from './quorum/canonical-json.js'
import { expiryOf } from './quorum/expiry.js'
import { ExplainedRefusal, invalid } from './refusals.js'
import type { KnownNames } from './rows/known-names.js'
import { openJson, sealJson } from './rows/row-versions.js'

const dayMs = 86_400_000
/** How long the same request is answered again. Its name stays used after that, until it is forgotten. */
const answeredMs = dayMs
/** Transactions are named for longer: their fees may have to be raised. */
const sentMs = 7 * dayMs
/** With one request in so many, what may be forgotten is. */
const forgetOneIn = 50
const mostForgotten = 1_000

interface Place {
  walletId: string
  /** Hex. */
  name: string
}

/** What the API completes a request with. Its owner has signed none of it. */
export interface Completion {
  filled: FilledTransaction[]
  /** Of a transfer: the body of rpc that carries it out. */
  rpc?: Record<string, unknown> | undefined
}

/** `rpc` is absent in rows of transfers that an older version has written. */
interface Answered extends Completion {
  /** Hash of the call and its body. */
  body: string
  atMs: number
}

type Deps = {
  db: SignerDatabase
  cipher: RecordCipher
  nowMs: number
  /** Answers that have to be there. */
  answers: Pick<KnownNames, 'knows'>
}

/** An answer that has to be there from now on, until its name may be forgotten. */
export interface NotedAnswer {
  name: string
  untilMs: number | null
}

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
 * When the name of a request that is answered now may be forgotten, in Unix milliseconds; null for never. What was signed and never
 * expires could come again at any time; after its expiry it is refused for that. Without a signature the name is the app's word: its key
 * can be used again once it is forgotten.
 */
export function forgetAtMs(
  request: Pick<AuthorizedRequest, 'url' | 'headers' | 'body'>,
  { by, isSent, nowMs }: Pick<Authorization, 'by'> & { isSent: boolean; nowMs: number },
): number | null {
  const expiry = expiryOf(request)
  if (by !== null && expiry === undefined) return null
  // A clock that is set back by less than a minute goes on being trusted: a day is far more.
  return Math.max(nowMs, Number(expiry ?? 0)) + (isSent ? sentMs : 2 * dayMs)
}

/**
 * Names the bytes that are signed for a request: another body, number or transaction under the same name has another one. What a limit has
 * counted for it, it has counted for these bytes alone.
 */
export function nameOfBytes(
  name: string,
  {
    request,
    filled,
    rpc = null,
  }: Omit<Completion, 'rpc'> & { request: AuthorizedRequest; rpc?: Completion['rpc'] | null },
): Buffer {
  return createHash('sha256')
    .update(canonicalJson([name, hashOf(request), filled, rpc]))
    .digest()
}

/**
 * What a request was completed with when it was answered for the first time: with it the same bytes are signed again, and no second
 * transaction. Remembers it where it is the first time. The caller holds the wallet's row.
 *
 * @param deps.note  Is told of an answer to what was signed, which has to be there once this transaction is committed. A name without a
 *   signature is the app's word: another one would do as well.
 * @throws CallRefused `replayed` for a name that was used with another body, or more than 24 hours ago; RowRefused for an answer that was
 *   removed.
 */
export async function answerOnce(
  {
    place,
    request,
    authorization: { by },
    given,
  }: {
    place: Place
    request: AuthorizedRequest
    authorization: Pick<Authorization, 'by'>
    given: Completion
  },
  { note, ...deps }: Deps & { note(answer: NotedAnswer): void },
): Promise<Completion> {
  const { db, cipher, nowMs } = deps
  const before = await findAnswered({ place, request }, deps)
  const { filled, rpc } = before ?? given
  const isSent = filled.length > 0 || rpc !== undefined
  const forgetAt = forgetAtMs(request, { by, isSent, nowMs })
  if (by !== null) note({ name: knownName(place), untilMs: forgetAt })
  if (before) {
    if (nowMs - before.atMs > answeredMs) throw replayed('The request was answered a day ago')
    if (by !== null) await keepUntil({ place, forgetAt }, { db })
    return completionOf(before, given)
  }
  const record = await sealJson(
    { body: hashOf(request), atMs: nowMs, filled, rpc } satisfies Answered,
    placeOfAnswered(place),
    cipher,
  )
  await db
    .insertInto('answered')
    .values({
      wallet_id: place.walletId,
      name: place.name,
      at_ms: String(nowMs),
      forget_at_ms: forgetAt?.toString(),
      record,
    })
    .execute()
  if (randomInt(forgetOneIn) === 0) await forgetAnswered({ db, nowMs })
  return given
}

/** Keeps a name for longer: a key that was used before may be signed with a later end, or without one. */
async function keepUntil(
  { place, forgetAt }: { place: Place; forgetAt: number | null },
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  const at = forgetAt?.toString() ?? null
  await sql`update answered set forget_at_ms = ${at}::bigint
    where wallet_id = ${place.walletId} and name = ${place.name}
      and (${at}::bigint is null or forget_at_ms < ${at}::bigint)`.execute(db)
}

/** Forgets requests that could not be carried out again. Rows that another signer forgets now are left to it. */
export async function forgetAnswered({ db, nowMs }: Pick<Deps, 'db' | 'nowMs'>): Promise<void> {
  await sql`delete from answered where ctid in (
    select ctid from answered where forget_at_ms <= ${String(nowMs)}::bigint
    limit ${mostForgotten} for update skip locked)`.execute(db)
}

/**
 * What a request was completed with when it was answered, whenever that was: what is signed in its place has the same numbers but its fees.
 *
 * @throws CallRefused `invalid_request` when it was not answered; `replayed` for a name that was used with another body; RowRefused.
 */
export async function readAnswered(
  { place, request, given }: { place: Place; request: AuthorizedRequest; given: Completion },
  deps: Deps,
): Promise<Completion> {
  const before = await findAnswered({ place, request }, deps)
  if (!before) throw invalid('Nothing was signed for the request')
  return completionOf(before, given)
}

async function findAnswered(
  { place, request }: { place: Place; request: AuthorizedRequest },
  { db, cipher, answers, nowMs }: Deps,
): Promise<Answered | undefined> {
  const row = await db
    .selectFrom('answered')
    .select('record')
    .where('wallet_id', '=', place.walletId)
    .where('name', '=', place.name)
    .executeTakeFirst()
  if (!row) {
    if (answers.knows(knownName(place), nowMs)) throw new RowRefused('answered')
    return undefined
  }
  const before = await openJson<Answered>(row.record, placeOfAnswered(place), cipher)
  if (before.body !== hashOf(request))
    throw replayed('privy-idempotency-key was used for a request with another body')
  return before
}

/**
 * What is signed again for a request that was answered. Where an older version has kept no `rpc`, the numbers that it kept are the only
 * ones of an account on Ethereum; on other networks another transaction would pay a second time.
 */
function completionOf({ filled, rpc }: Answered, given: Completion): Completion {
  if (rpc !== undefined || given.rpc === undefined) return { filled, rpc }
  if (filled[0]?.nonce === undefined) throw replayed('The request was answered before')
  return { filled, rpc: given.rpc }
}

function knownName({ walletId, name }: Place): string {
  return `${walletId} ${name}`
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
