import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { readQuantity } from './fill.js'
import type { Following } from './follow.js'
import { isRecord } from './json.js'
import { moveTransaction, settleTransaction } from './move.js'
import { raiseFees } from './raise-fees.js'

/** What the nonce of a transaction has come to. */
interface InBlock {
  kind: 'send' | 'bump' | 'cancel'
  hash: string
  block: bigint
  isReverted: boolean
}

/**
 * Follows a transaction of an account on Ethereum: which of what was signed for it is in a block, whether another one took its nonce, and
 * whether a reorganisation of the chain has undone that.
 */
export async function followEthereum(
  deps: Deps,
  row: WalletTransactionRow,
  following: Following,
): Promise<void> {
  const node = nodeOf(deps, row)
  const found = await node.find(row.attempts)
  if (found !== null) return noteBlock(deps, row, { found, node, following })
  if (row.nonce !== null && (await node.count('latest')) > BigInt(row.nonce)) {
    // Between the two questions it may have got into a block.
    const late = await node.find(row.attempts)
    if (late !== null) return noteBlock(deps, row, { found: late, node, following })
    return noteReplaced(deps, row, { node, following })
  }
  if (row.status !== 'broadcasted') {
    // Its block is not part of the chain any more.
    await moveTransaction(deps, row, 'broadcasted', { block_number: null })
    return
  }
  if (await raiseFees(deps, row, following)) return
  const newest = row.attempts.at(-1)
  if (newest === undefined || (await node.isKnown(newest.hash))) return
  await deps.broadcast.send({ caip2: row.caip2, signed: newest.signed })
}

type Node = ReturnType<typeof nodeOf>

function nodeOf({ broadcast }: Deps, { caip2, sender }: WalletTransactionRow) {
  const ask = (method: string, params: readonly unknown[]) =>
    broadcast.ask({ caip2, method, params })
  return {
    head: async () => readQuantity(await ask('eth_blockNumber', [])),
    count: async (block: string) =>
      readQuantity(await ask('eth_getTransactionCount', [sender, block])),
    isKnown: async (hash: string) => isRecord(await ask('eth_getTransactionByHash', [hash])),
    /** The one that is in a block, the newest first. */
    find: async (attempts: WalletTransactionRow['attempts']): Promise<InBlock | null> => {
      for (const { kind, hash } of attempts.toReversed()) {
        const receipt = await ask('eth_getTransactionReceipt', [hash])
        if (!isRecord(receipt) || receipt.blockNumber == null) continue
        const isReverted = receipt.status === '0x0'
        return { kind, hash, block: readQuantity(receipt.blockNumber), isReverted }
      }
      return null
    },
  }
}

async function noteBlock(
  deps: Deps,
  row: WalletTransactionRow,
  { found, node, following }: { found: InBlock; node: Node; following: Following },
): Promise<void> {
  const { kind, hash, block, isReverted } = found
  const inBlock = isReverted ? 'execution_reverted' : 'confirmed'
  const status = kind === 'cancel' ? 'replaced' : inBlock
  // What was signed last names the transaction until another of its attempts is in a block.
  const named = kind === 'cancel' ? row.hash : hash
  const { hash: before, block_number: height } = row
  const isNews = row.status !== status || before !== named || height !== Number(block)
  if (isNews) {
    await moveTransaction(deps, row, status, { hash: named, block_number: Number(block) })
    return
  }
  const { confirmations } = await following.settings()
  if ((await node.head()) - block < BigInt(confirmations)) return
  if (status === 'confirmed') await moveTransaction(deps, row, 'finalized')
  else await settleTransaction(deps, row)
}

/** Another transaction has its nonce. That stays so once a block as deep as the app asks for says it. */
async function noteReplaced(
  deps: Deps,
  row: WalletTransactionRow,
  { node, following }: { node: Node; following: Following },
): Promise<void> {
  if (row.status !== 'replaced') {
    await moveTransaction(deps, row, 'replaced', { block_number: null })
    return
  }
  const { confirmations } = await following.settings()
  const deep = (await node.head()) - BigInt(confirmations)
  if (deep < 0n || row.nonce === null) return
  if ((await node.count(`0x${deep.toString(16)}`)) > BigInt(row.nonce))
    await settleTransaction(deps, row)
}
