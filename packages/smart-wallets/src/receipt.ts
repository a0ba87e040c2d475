import { type Hex, parseAbi, parseEventLogs } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'
import type { SmartWalletConnection } from './client.js'
import { SmartWalletError } from './errors.js'

/** How long a receipt is waited for (specification §4). */
const timeoutMs = 180_000

/** What became of an operation. */
export type Outcome =
  | { kind: 'included'; transactionHash: Hex }
  /** Another operation took its place: the same calls at another price, none, or others. */
  | { kind: 'repriced' | 'cancelled' | 'replaced'; transactionHash: Hex }

const events = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'function getNonce(address sender, uint192 key) view returns (uint256 nonce)',
])
/** Blocks that are searched for the operation that took a nonce. */
const searchedBlocks = 1_000n

/**
 * Waits until the operation with `hash` is in a block.
 *
 * @throws SmartWalletError `operation_failed` when its calls failed in the block, or after 180 seconds without a receipt: it may
 *   still be included then.
 */
export async function waitForOperation(
  connection: SmartWalletConnection,
  { hash, operation }: { hash: Hex; operation: UserOperation },
  clock: Clock = systemClock,
): Promise<Outcome> {
  const { bundler } = connection
  for (const started = clock.nowMs(); ; await clock.wait(bundler.pollingInterval)) {
    const receipt = await bundler.getUserOperationReceipt({ hash }).catch(ignoreNotFound)
    if (receipt) {
      const { transactionHash } = receipt.receipt
      if (receipt.success) return { kind: 'included', transactionHash }
      throw new SmartWalletError(
        'operation_failed',
        receipt.reason ?? 'The transaction failed in its block',
      )
    }
    const other = await findReplacement(connection, { hash, operation })
    if (other) return other
    if (clock.nowMs() - started >= timeoutMs)
      throw new SmartWalletError(
        'operation_failed',
        'The network has not included the transaction within 180 seconds. It may still do so',
      )
  }
}

/** The time, and waiting; tests pass their own. */
export interface Clock {
  nowMs(): number
  wait(ms: number): Promise<void>
}
const systemClock: Clock = {
  nowMs: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

function ignoreNotFound(error: unknown): null {
  if (error instanceof Error && error.name === 'UserOperationReceiptNotFoundError') return null
  throw error
}

/* An operation whose nonce is used was replaced, unless it is the one that used it. */
async function findReplacement(
  { node, account }: SmartWalletConnection,
  { hash, operation }: { hash: Hex; operation: UserOperation },
): Promise<Outcome | null> {
  const { address } = account.entryPoint
  const key = operation.nonce >> 64n
  const next = await node.readContract({
    address,
    abi: events,
    functionName: 'getNonce',
    args: [account.address, key],
  })
  if (next <= operation.nonce) return null
  const latest = await node.getBlockNumber()
  const logs = await node.getLogs({
    address,
    event: events[0],
    args: { sender: account.address },
    fromBlock: latest > searchedBlocks ? latest - searchedBlocks : 0n,
  })
  const taken = parseEventLogs({ abi: events, logs }).find(
    ({ args }) => args.nonce === operation.nonce,
  )
  // Its own, whose receipt the bundler will have in a moment.
  if (!taken || taken.args.userOpHash === hash) return null
  const transaction = await node.getTransaction({ hash: taken.transactionHash })
  const kind = transaction.input.includes(operation.callData.slice(2)) ? 'repriced' : 'replaced'
  return { kind, transactionHash: taken.transactionHash }
}
