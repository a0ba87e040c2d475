import { ApiError, type ChainType } from '@sallyport/contract'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import type { SendDraft, SignedBy, TransferFacts } from '../../db/wallet-api-tables.js'
import {
  changeTransaction,
  dropUnsigned,
  findByRequest,
  findSameBytes,
  insertTransaction,
  type WalletTransactionRow,
} from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { randomId } from '../../ports/random.js'
import { broadcastTransaction } from './broadcast-transaction.js'
import { inLane } from './lane.js'
import { type LaneView, viewLane } from './lane-view.js'
import { requireFunds, type Shortfall } from './require-funds.js'

/** Something to send, and who signs it. */
export interface Sending {
  appId: string
  walletId: string
  chainType: ChainType
  address: string
  caip2: string
  /** What names the request (`requestDigest`). */
  digest: Buffer
  referenceId: string | undefined
  transfer: TransferFacts | undefined
  /** Whether the app's paymaster pays for it. */
  sponsored?: boolean
  /** How the signer is asked again with higher fees; null where it can't be. */
  signedBy: SignedBy | null
  /** Builds what is to be signed. No other send of the account is built meanwhile, and it is stored before it is signed. */
  prepare(lane: LaneView): Promise<Draft>
  /**
   * Has the signer judge, and sign nothing. @returns what it would be signed with: of a request that was signed before, what was filled in then.
   */
  judge?(draft: Pick<Draft, 'filled' | 'built'>): Promise<FilledTransaction | undefined>
  /** Has the signer judge and sign. */
  sign(draft: Pick<Draft, 'filled' | 'built'>): Promise<Signed>
}

/** What is to be signed, as far as the request does not say it. */
export interface Draft {
  filled?: FilledTransaction | undefined
  /** Of an account on Ethereum. */
  nonces?: { first: bigint; last: bigint } | undefined
  /** Outputs that are spent, `txid:index`. */
  outpoints?: string[] | undefined
  built?: SendDraft | undefined
  /** What the account lacks for it. */
  shortfall?: Shortfall | undefined
}

/** What the signer has signed. Of a request that it had signed before, `filled` is what was filled in then. */
export interface Signed {
  /** For the network, or for a bundler. */
  bytes: string
  filled?: FilledTransaction | undefined
  /** Of an operation of a smart wallet. */
  operationHash?: string
  /** Outputs that it spends, where only the bytes say it. */
  outpoints?: string[]
}

/**
 * @param field  The part of the request that names the network.
 * @throws ApiError `not_supported` for a network without a node.
 */
export function requireNode(
  { broadcast }: Pick<Deps, 'broadcast'>,
  caip2: string,
  field = 'caip2',
): void {
  if (broadcast.supports(caip2)) return
  throw new ApiError('not_supported', {
    message: `No RPC url found for ${caip2}: this deployment has no node for that network`,
    data: { field },
  })
}

/**
 * Signs and sends once, however often the request comes: what is signed is stored before the network hears of it, and a server that stops in
 * between sends the same bytes later (`trackTransactions`).
 *
 * @returns the transaction with its hash. Where the node did not answer it is still `pending`, and is sent again.
 * @throws ApiError `insufficient_funds`, `transaction_broadcast_failure`, `invalid_data` for a reference id that was used; what
 *   the signer refuses.
 */
export async function send(deps: Deps, sending: Sending): Promise<WalletTransactionRow> {
  requireNode(deps, sending.caip2)
  const sender = senderOf(sending.address)
  const lane = { caip2: sending.caip2, sender }
  try {
    return await inLane(deps, lane, () => sendInLane(deps, { ...sending, sender }))
  } catch (error) {
    if (error instanceof BroadcastError)
      throw new ApiError(error.code, { message: error.message, cause: error })
    throw error
  }
}

/** An address as the table of transactions has it. */
export function senderOf(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

async function sendInLane(
  deps: Deps,
  sending: Sending & { sender: string },
): Promise<WalletTransactionRow> {
  const known = await findByRequest(deps.db, sending)
  if (known?.status === 'failed') throw failedBefore(known)
  if (known !== undefined && known.signed !== null) return answerAgain(deps, known)
  const begun = known ?? (await begin(deps, sending))
  const draft = { filled: begun.filled ?? undefined, built: begun.draft ?? undefined }
  const signed = await sending.sign(draft).catch(async (error: unknown) => {
    // Refused. Where the signer did not answer, the same request again is signed with the same numbers.
    if (error instanceof ApiError && error.status < 500)
      await dropUnsigned(deps.db, { appId: begun.app_id, transactionId: begun.transaction_id })
    throw error
  })
  const hash = await hashOf(deps, begun, signed)
  // The signer signs a request once: of one that came before under another name it gives the same bytes again.
  const { operationHash } = signed
  const nonce = operationHash === undefined ? nonceOf(begun, signed) : null
  const before = await findSameBytes(deps.db, begun, { hash, operationHash, nonce })
  if (before === undefined)
    return broadcastTransaction(deps, await store(deps, begun, { ...signed, hash }))
  await dropUnsigned(deps.db, { appId: begun.app_id, transactionId: begun.transaction_id })
  return answerAgain(deps, before)
}

/** A transaction that a request has begun before: the network may not have it yet. */
async function answerAgain(deps: Deps, known: WalletTransactionRow): Promise<WalletTransactionRow> {
  if (known.status !== 'pending') return known
  return broadcastTransaction(deps, known, { isRepeated: true })
}

/** What names signed bytes on their network; undefined for an operation of a smart wallet. */
async function hashOf(
  { broadcast }: Pick<Deps, 'broadcast'>,
  { caip2 }: WalletTransactionRow,
  { bytes: signed, operationHash }: Signed,
): Promise<string | undefined> {
  return operationHash === undefined ? broadcast.idOf({ caip2, signed }) : undefined
}

async function begin(
  deps: Deps,
  sending: Sending & { sender: string },
): Promise<WalletTransactionRow> {
  const { appId, walletId, caip2, sender } = sending
  const draft = await sending.prepare(await viewLane(deps, { caip2, sender }))
  requireStorable(draft)
  await requireFunds(deps, sending, draft)
  const { filled, nonces, outpoints, built } = draft
  const row = {
    app_id: appId,
    transaction_id: randomId(deps.random, 24),
    wallet_id: walletId,
    request_digest: sending.digest,
    chain_type: sending.chainType,
    caip2,
    sender,
    nonce: nonces === undefined ? null : Number(nonces.first),
    last_nonce: nonces === undefined ? null : Number(nonces.last),
    outpoints: outpoints ?? null,
    filled: filled ? ({ ...filled } as Record<string, string>) : null,
    draft: built ?? null,
    signed_by: sending.signedBy,
    sponsored: sending.sponsored ?? false,
    reference_id: sending.referenceId ?? null,
    transfer: sending.transfer ?? null,
    created_at: deps.clock.nowMs(),
  }
  if (!(await insertTransaction(deps.db, row)))
    throw new ApiError('invalid_data', {
      message: 'A transaction of the app has this reference_id',
      data: { field: 'reference_id' },
    })
  const begun = await findByRequest(deps.db, { appId, digest: sending.digest })
  if (begun === undefined) throw new Error('A transaction that was begun is not there')
  return begun
}

/** Nonces are stored and followed as numbers that are exact. Networks count them one by one, so that no account gets that far. */
function requireStorable({ nonces }: Draft): void {
  const highest = Number.MAX_SAFE_INTEGER
  if (nonces === undefined || nonces.last <= BigInt(highest)) return
  throw new ApiError('invalid_data', {
    message: `nonce is higher than an account can have: at most ${highest}`,
    data: { field: 'nonce' },
  })
}

/** Stores what was signed: from here on it may be sent. */
async function store(
  deps: Deps,
  begun: WalletTransactionRow,
  { bytes: signed, filled, operationHash, outpoints, hash }: Signed & { hash: string | undefined },
): Promise<WalletTransactionRow> {
  const nowMs = deps.clock.nowMs()
  const first = nonceOf(begun, { filled })
  const length = (begun.last_nonce ?? 0) - (begun.nonce ?? 0)
  const fees = feesIn(filled ?? begun.filled)
  const stored = await changeTransaction(deps.db, begun, {
    signed,
    ...(hash !== undefined && {
      hash,
      attempts: [{ kind: 'send', hash, signed, at: nowMs, fees }],
    }),
    ...(operationHash !== undefined && { user_operation_hash: operationHash }),
    ...(outpoints !== undefined && { outpoints }),
    nonce: first,
    last_nonce: first === null ? null : first + length,
    ...(filled !== undefined && { filled: { ...filled } as Record<string, string> }),
    updated_at: nowMs,
  })
  if (stored === undefined) throw new Error('A transaction ended before it was signed')
  return stored
}

/** The nonce that was signed: the signer may have signed the same request before, with another one. */
function nonceOf(
  { nonce }: WalletTransactionRow,
  { filled }: Pick<Signed, 'filled'>,
): number | null {
  return filled?.nonce === undefined ? nonce : Number(filled.nonce)
}

const feeFields = ['gas_price', 'max_fee_per_gas', 'max_priority_fee_per_gas'] as const

/** The fees among what was filled in; null where the app has chosen them. */
function feesIn(
  filled: FilledTransaction | Record<string, string> | null | undefined,
): Record<string, string> | null {
  const found = Object.entries(filled ?? {}).flatMap(([name, value]) =>
    feeFields.some((each) => each === name) && value !== undefined ? [[name, value]] : [],
  )
  return found.length === 0 ? null : Object.fromEntries(found)
}

/** The same request again is answered as it was: what was signed for it is not sent a second time. */
function failedBefore({ failure }: WalletTransactionRow): ApiError {
  return new ApiError('transaction_broadcast_failure', {
    message: failure ?? 'The network’s node refused it',
  })
}
