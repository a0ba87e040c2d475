import { ApiError, type ChainType } from '@sallyport/contract'
import type { EthereumTransaction, TransactionStatus } from '@sallyport/contract/wallet-api'
import type { WebhookEventType } from '@sallyport/contract/webhooks'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import { recordAppEvent } from '../../db/app-events.js'
import type { TransferFacts } from '../../db/wallet-api-tables.js'
import {
  changeTransaction,
  dropUnsigned,
  findByRequest,
  highestNonce,
  insertTransaction,
  type WalletTransactionRow,
} from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { randomId } from '../../ports/random.js'
import { askNode, fillTransaction } from './fill.js'
import { inLane } from './lane.js'

/** Something to send, and who signs it. */
export interface Sending {
  appId: string
  walletId: string
  chainType: ChainType
  address: string
  caip2: string
  /** What names the request (`requestDigest`). */
  digest: Buffer
  /** Of Ethereum: what is asked, for what is missing to be filled in. */
  asked: EthereumTransaction | undefined
  referenceId: string | undefined
  transfer: TransferFacts | undefined
  /** Has the signer judge and sign. @returns the bytes for the network, and what they were filled in with. */
  sign(filled: FilledTransaction | undefined): Promise<Signed>
}

/** What the signer has signed. Of a request that it had signed before, `filled` is what was filled in then. */
export interface Signed {
  bytes: string
  filled?: FilledTransaction | undefined
}

/** @throws ApiError `not_supported` for a network without a node. */
export function requireNode({ broadcast }: Pick<Deps, 'broadcast'>, caip2: string): void {
  if (broadcast.supports(caip2)) return
  throw new ApiError('not_supported', { message: `No RPC url found for ${caip2}` })
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
  const sender = sending.address.startsWith('0x') ? sending.address.toLowerCase() : sending.address
  const lane = { caip2: sending.caip2, sender }
  try {
    return await inLane(deps, lane, () => sendInLane(deps, { ...sending, sender }))
  } catch (error) {
    if (error instanceof BroadcastError)
      throw new ApiError(error.code, { message: error.message, cause: error })
    throw error
  }
}

async function sendInLane(
  deps: Deps,
  sending: Sending & { sender: string },
): Promise<WalletTransactionRow> {
  const known = await findByRequest(deps.db, sending)
  if (known?.status === 'failed') throw failedBefore(known)
  if (known !== undefined && known.signed !== null)
    return known.status === 'pending' ? broadcast(deps, known) : known
  const begun = known ?? (await begin(deps, sending))
  const named = { appId: begun.app_id, transactionId: begun.transaction_id }
  const { bytes: signed, filled } = await sending
    .sign(begun.filled ?? undefined)
    .catch(async (error: unknown) => {
      // Refused. Where the signer did not answer, the same request again is signed with the same numbers.
      if (error instanceof ApiError && error.status < 500) await dropUnsigned(deps.db, named)
      throw error
    })
  const hash = await deps.broadcast.idOf({ caip2: sending.caip2, signed })
  const nonce = filled?.nonce === undefined ? begun.nonce : Number(filled.nonce)
  const stored = await changeTransaction(deps.db, named, {
    from: 'pending',
    to: { signed, hash, nonce, updated_at: deps.clock.nowMs() },
  })
  if (stored === undefined) throw new Error('A transaction ended before it was signed')
  return broadcast(deps, stored)
}

async function begin(
  deps: Deps,
  sending: Sending & { sender: string },
): Promise<WalletTransactionRow> {
  const { asked, appId, walletId, caip2, sender } = sending
  const filled = asked && (await fill(deps, sending, asked))
  const nonce = asked?.nonce ?? filled?.nonce
  const row = {
    app_id: appId,
    transaction_id: randomId(deps.random, 24),
    wallet_id: walletId,
    request_digest: sending.digest,
    chain_type: sending.chainType,
    caip2,
    sender,
    nonce: nonce === undefined ? null : Number(nonce),
    filled: filled ? ({ ...filled } as Record<string, string>) : null,
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

async function fill(
  deps: Deps,
  { caip2, sender }: Sending & { sender: string },
  asked: EthereumTransaction,
): Promise<FilledTransaction> {
  const node = askNode(deps.broadcast, { caip2, sender, asked })
  return fillTransaction(asked, {
    chainId: BigInt(caip2.slice('eip155:'.length)),
    node,
    chooseNonce: async () => {
      const [waiting, own] = [await node.nonce(), await highestNonce(deps.db, { caip2, sender })]
      const next = own === undefined ? 0n : BigInt(own) + 1n
      return next > waiting ? next : waiting
    },
  })
}

/** Sends the bytes of a transaction, and notes what the node says. */
export async function broadcast(
  deps: Deps,
  row: WalletTransactionRow,
): Promise<WalletTransactionRow> {
  const { caip2, signed } = row
  if (signed === null) throw new Error('A transaction that is not signed is not sent')
  try {
    await deps.broadcast.send({ caip2, signed })
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error
    deps.logger.warn({ caip2, code: error.code }, 'a transaction of a server wallet was not taken')
    if (error.isUncertain) return row
    await moveTransaction(deps, row, 'failed', { failure: error.message })
    throw error
  }
  return (await moveTransaction(deps, row, 'broadcasted')) ?? row
}

/** What webhooks call each state. */
const eventOf = {
  pending: 'transaction.still_pending',
  broadcasted: 'transaction.broadcasted',
  confirmed: 'transaction.confirmed',
  finalized: 'transaction.finalized',
  execution_reverted: 'transaction.execution_reverted',
  failed: 'transaction.failed',
  replaced: 'transaction.replaced',
  provider_error: 'transaction.provider_error',
} as const satisfies Record<TransactionStatus, WebhookEventType>

/** Moves a transaction to a state, with its event. @returns undefined when it has another state by now. */
export async function moveTransaction(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  row: WalletTransactionRow,
  status: TransactionStatus,
  more: { failure?: string; block_number?: number | null } = {},
): Promise<WalletTransactionRow | undefined> {
  const nowMs = clock.nowMs()
  const { app_id: appId, transaction_id: transactionId, wallet_id: walletId } = row
  return db.transaction().execute(async (inside) => {
    const moved = await changeTransaction(
      inside,
      { appId, transactionId },
      { from: row.status, to: { status, updated_at: nowMs, ...more } },
    )
    if (moved === undefined) return undefined
    await recordAppEvent(inside, {
      appId,
      subject: { walletId },
      type: eventOf[status],
      data: {
        wallet_id: walletId,
        transaction_id: transactionId,
        transaction_hash: row.hash,
        caip2: row.caip2,
        reference_id: row.reference_id,
      },
      nowMs,
    })
    return moved
  })
}

/** The same request again is answered as it was: what was signed for it is not sent a second time. */
function failedBefore({ failure }: WalletTransactionRow): ApiError {
  return new ApiError('transaction_broadcast_failure', {
    message: failure ?? 'The network’s node refused it',
  })
}
