import { setTimeout as wait } from 'node:timers/promises'
import { type Hex, TransactionReceiptNotFoundError } from 'viem'

const pollMs = 20
const tries = 750

/** The call of the node that is used. */
interface ReceiptReader {
  getTransactionReceipt(input: { hash: Hex }): Promise<unknown>
}

/**
 * Waits up to 15 s until a transaction of the local chain is in a block. viem's `waitForTransactionReceipt` asks again only after
 * the next block, and skips one that comes while it reads the one before: where each transaction makes its own block, there may be
 * no next one, and it waits for 180 s.
 *
 * @throws Error when the transaction is in no block by then; viem's error when the node does not answer.
 */
export async function waitForReceipt(client: ReceiptReader, hash: Hex): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    if (await isInBlock(client, hash)) return
    await wait(pollMs)
  }
  throw new Error(`The local Ethereum chain did not take the transaction ${hash} within 15 s`)
}

async function isInBlock(client: ReceiptReader, hash: Hex): Promise<boolean> {
  try {
    await client.getTransactionReceipt({ hash })
    return true
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return false
    throw error
  }
}
