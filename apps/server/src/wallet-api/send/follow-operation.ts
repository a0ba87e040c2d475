import { accountEntryPoint } from '@sallyport/contract/wallet-api'
import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { askBundler, requireSponsor } from './bundler.js'
import { readQuantity } from './fill.js'
import type { Following } from './follow.js'
import { isRecord } from './json.js'
import { moveTransaction, settleTransaction } from './move.js'
import { sendOperation } from './operation-carrier.js'

/** How bundlers refuse an operation that they have already; the standard (ERC-7769) has no code for it. */
const hasIt = /already (known|present|exists|in (the )?(mem)?pool|submitted)/i

/** `getNonce(address,uint192)` of the entry point. */
const getNonce = '0x35567e1a'

/**
 * Follows an operation of a smart wallet until the block of its bundle is as deep as the app asks for. One that the bundler takes no more,
 * and that no block has, is a `provider_error`.
 */
export async function followOperation(
  deps: Deps,
  row: WalletTransactionRow,
  following: Following,
): Promise<void> {
  const app = await deps.apps.find(row.app_id)
  if (app === undefined) return
  const { bundlerUrl } = requireSponsor(deps, app, row.caip2)
  const receipt = await askBundler(deps, bundlerUrl, {
    method: 'eth_getUserOperationReceipt',
    params: [row.user_operation_hash],
  })
  const found = readReceipt(receipt, row)
  if (found !== null) return noteBlock(deps, row, { found, following })
  if (row.status !== 'broadcasted') {
    await moveTransaction(deps, row, 'broadcasted', { hash: null, block_number: null })
    return
  }
  try {
    await sendOperation(deps, row)
  } catch (error) {
    const isRefused = error instanceof BroadcastError && !error.isUncertain
    if (!isRefused) throw error
    // It still has it, or its nonce is used: the receipt will come.
    if (hasIt.test(error.message) || (await isUsed(deps, row))) return
    await moveTransaction(deps, row, 'provider_error', { failure: error.message })
  }
}

interface InBlock {
  /** The hash of the transaction that carries it. */
  bundle: string
  block: bigint
  isReverted: boolean
}

function readReceipt(receipt: unknown, row: WalletTransactionRow): InBlock | null {
  if (!isRecord(receipt) || !isRecord(receipt.receipt)) return null
  const { transactionHash: bundle, blockNumber } = receipt.receipt
  const [named, own] = [receipt.userOpHash, row.user_operation_hash]
  if (named !== own || typeof bundle !== 'string') return null
  const isReverted = receipt.success !== true
  return { bundle, block: readQuantity(blockNumber), isReverted }
}

async function noteBlock(
  deps: Deps,
  row: WalletTransactionRow,
  { found, following }: { found: InBlock; following: Following },
): Promise<void> {
  const { bundle, block, isReverted } = found
  const status = isReverted ? 'execution_reverted' : 'confirmed'
  const { hash: before, block_number: height } = row
  if (row.status !== status || before !== bundle || height !== Number(block)) {
    await moveTransaction(deps, row, status, { hash: bundle, block_number: Number(block) })
    return
  }
  const { confirmations } = await following.settings()
  const head = await deps.broadcast.ask({
    ...{ caip2: row.caip2, method: 'eth_blockNumber', params: [] },
  })
  if (readQuantity(head) - block < BigInt(confirmations)) return
  if (isReverted) await settleTransaction(deps, row)
  else await moveTransaction(deps, row, 'finalized')
}

async function isUsed({ broadcast }: Deps, row: WalletTransactionRow): Promise<boolean> {
  const nonce = BigInt(row.filled?.operation_nonce ?? 0)
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const data = `${getNonce}${row.sender.slice(2).padStart(64, '0')}${word(nonce >> 64n)}`
  const params = [{ to: accountEntryPoint, data }, 'latest']
  const next = await broadcast.ask({ caip2: row.caip2, method: 'eth_call', params })
  return readQuantity(next) > nonce
}
