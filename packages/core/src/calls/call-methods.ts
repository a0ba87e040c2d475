import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { chainsOf } from '../providers/chains.js'
import { chainIdOf } from '../providers/ethereum-parameters.js'
import type { RequestUiOptions } from '../types.js'
import { isSameAddress } from '../wallet/accounts.js'
import { batchesOf, type StoredBatch } from './batches.js'
import type { CallReceipt, CallsAccount, ChainCapabilities } from './calls-account.js'
import { type CallBatch, readCalls } from './read-calls.js'
import { type CallsStatusCode, statusOf } from './status.js'

/** What `wallet_getCallsStatus` answers (EIP-5792). */
export interface CallsStatus {
  version: '2.0.0'
  id: string
  /** 0x hex. */
  chainId: string
  status: CallsStatusCode
  atomic: boolean
  receipts?: readonly CallReceipt[]
}

/** A request of EIP-5792. */
export interface CallsRequest {
  method: string
  params?: unknown
}

/**
 * Answers `wallet_getCapabilities`, `wallet_sendCalls`, `wallet_getCallsStatus` and `wallet_showCallsStatus` for `account`.
 *
 * @throws RpcError with a code of EIP-1193 or EIP-5792; 4200 for another method.
 */
export async function answerCalls(
  client: SallyportClient,
  account: CallsAccount,
  { method, params }: CallsRequest,
  ui: RequestUiOptions = {},
): Promise<unknown> {
  switch (method) {
    case 'wallet_getCapabilities':
      return readCapabilities(account, params)
    case 'wallet_sendCalls':
      return sendCalls(client, account, { params, ui })
    case 'wallet_getCallsStatus':
      return readStatus(client, account, idOf(params))
    case 'wallet_showCallsStatus':
      await showStatus(client, account, idOf(params))
      return null
    default:
      throw new RpcError(4200, { message: `${method} is not supported` })
  }
}

function readCapabilities(
  account: CallsAccount,
  params: unknown,
): Record<string, ChainCapabilities> {
  const [address, chainIds] = Array.isArray(params) ? params : []
  if (typeof address !== 'string' || !isSameAddress(address, account.address))
    throw new RpcError(4100)
  const asked = Array.isArray(chainIds) ? chainIds.map(chainIdOf) : account.chainIds()
  const found: Record<string, ChainCapabilities> = {}
  for (const id of asked) {
    const capabilities = account.capabilitiesOn(id)
    if (capabilities !== null) found[hexOf(id)] = capabilities
  }
  return found
}

async function sendCalls(
  client: SallyportClient,
  account: CallsAccount,
  { params, ui }: { params: unknown; ui: RequestUiOptions },
): Promise<{ id: string }> {
  const known = (chainId: number) => Object.keys(account.capabilitiesOn(chainId) ?? {})
  const batch = readCalls(params, { address: account.address, known })
  const capabilities = requireAble(account, batch)
  const batches = batchesOf(client)
  const atomic = capabilities.atomic.status === 'supported'
  const { id } = batches.add(
    { from: account.address, chainId: batch.chainId, atomic, count: batch.calls.length },
    batch.id,
  )
  const running = runningBatches(client)
  running.add(id)
  const note = (part: Partial<StoredBatch>) => {
    batches.change(id, part)
    if (part.progress !== undefined) running.delete(id)
  }
  try {
    await account.send(batch, { ui, note })
  } catch (error) {
    running.delete(id)
    batches.remove(id)
    throw error
  }
  return { id }
}

/** What the account can do on the batch's chain. @throws RpcError 5710, 5740, 5760 where it cannot send the batch. */
function requireAble(account: CallsAccount, batch: CallBatch): ChainCapabilities {
  const capabilities = account.capabilitiesOn(batch.chainId)
  if (capabilities === null)
    throw new RpcError(5710, { message: `Unsupported chainId ${batch.chainId}` })
  if (batch.calls.length > account.mostCalls)
    throw new RpcError(5740, { message: `A batch holds at most ${account.mostCalls} calls` })
  // One transaction takes effect whole or not at all.
  const isAtomic = batch.calls.length === 1 || capabilities.atomic.status === 'supported'
  if (batch.atomicRequired && !isAtomic)
    throw new RpcError(5760, { message: 'This wallet sends calls one by one, not atomically' })
  return capabilities
}

async function readStatus(
  client: SallyportClient,
  account: CallsAccount,
  id: string,
): Promise<CallsStatus> {
  const batch = batchesOf(client).find(id, account.address)
  const receipts = await account.receipts(batch)
  const isRunning = runningBatches(client).has(id)
  const status = statusOf(batch, receipts, { nowMs: client.environment.clock.nowMs(), isRunning })
  return {
    version: '2.0.0',
    id,
    chainId: hexOf(batch.chainId),
    status,
    atomic: batch.atomic,
    ...(receipts.length > 0 && { receipts }),
  }
}

/** Shows the batch by the app's own screen, else its latest transaction in the chain's explorer. */
async function showStatus(
  client: SallyportClient,
  account: CallsAccount,
  id: string,
): Promise<void> {
  const batch = batchesOf(client).find(id, account.address)
  const show = client.options.confirm?.showCalls
  if (show) return show(() => readStatus(client, account, id))
  const chain = chainsOf(client.options).find((each) => each.id === batch.chainId)
  const explorer = chain?.blockExplorers?.default.url.replace(/\/$/, '')
  const [receipt] = batch.operation === undefined ? [] : await account.receipts(batch)
  const hash = batch.hashes.at(-1) ?? receipt?.transactionHash
  // Nothing is in a block, or the chain has no explorer: there is nothing to show.
  if (explorer && hash) globalThis.window?.open(`${explorer}/tx/${hash}`, '_blank', 'noopener')
}

/** The batches that this page is still sending. */
function runningBatches(client: SallyportClient): Set<string> {
  const key = 'running-calls'
  // Kept under this key by the line below only.
  const known = client.kept.get(key) as Set<string> | undefined
  const running = known ?? new Set<string>()
  client.kept.set(key, running)
  return running
}

function idOf(params: unknown): string {
  const [id] = Array.isArray(params) ? params : []
  if (typeof id !== 'string') throw new RpcError(-32602, { message: 'The id must be a text' })
  return id
}

function hexOf(chainId: number): string {
  return `0x${chainId.toString(16)}`
}
