import { keccak256, parseTransaction, type TransactionSerialized } from 'viem'

/** How a node treats the next transaction that it is sent. */
export type NodeFault =
  /** It has it, and its answer is lost. */
  | 'silent'
  /** It never hears of it. */
  | 'deaf'
  /** It hears of it twice. */
  | 'twice'
  /** It hears of it after the one that asked has given up. */
  | 'late'

/** A chain in the test's process: one account, its nonces in order, a block when it is told to. */
export interface FaultyNode {
  fetch: typeof fetch
  /** Treats the next transaction so. */
  failNext(fault: NodeFault): void
  /** Hears of what is late, and puts what waits into a block. */
  mine(): void
  /** Forgets the last block, as a reorganisation does. */
  undo(): void
  /** The transactions that were carried out, by the value that they move. */
  executed(value: bigint): string[]
  /** All bytes that it was ever sent, by the value that they move. */
  heard(value: bigint): string[]
}

interface Sent {
  raw: string
  id: string
  nonce: number
  value: bigint
}

const hex = (value: bigint | number) => `0x${value.toString(16)}`

/** Starts a chain without transactions. */
export function createFaultyNode(): FaultyNode {
  const heard: Sent[] = []
  const late: string[] = []
  const pool = new Map<number, Sent>()
  const blocks: Sent[][] = []
  let fault: NodeFault | null = null
  const count = () => blocks.reduce((sum, block) => sum + block.length, 0)
  const read = (raw: string): Sent => {
    const { nonce = 0, value = 0n } = parseTransaction(raw as TransactionSerialized)
    return { raw, id: keccak256(raw as `0x${string}`), nonce, value }
  }
  const hear = (raw: string): object => {
    const sent = read(raw)
    heard.push(sent)
    if (sent.nonce < count()) return { error: { message: 'nonce too low' } }
    const before = pool.get(sent.nonce)
    if (before && before.id !== sent.id)
      return { error: { message: 'replacement transaction underpriced' } }
    if (before) return { error: { message: 'already known' } }
    pool.set(sent.nonce, sent)
    return { result: sent.id }
  }
  const blockOf = (id: unknown) => blocks.findIndex((block) => block.some((each) => each.id === id))
  const answers: Record<string, (params: readonly unknown[]) => object> = {
    eth_getTransactionCount: ([, block]) => {
      let next = count()
      if (block === 'pending') while (pool.has(next)) next += 1
      return { result: hex(next) }
    },
    eth_estimateGas: () => ({ result: '0x5208' }),
    eth_getBlockByNumber: () => ({ result: { baseFeePerGas: '0x64' } }),
    eth_maxPriorityFeePerGas: () => ({ result: '0x2' }),
    eth_blockNumber: () => ({ result: hex(blocks.length) }),
    eth_getTransactionByHash: ([id]) => ({
      result: blockOf(id) >= 0 || [...pool.values()].some((each) => each.id === id) ? {} : null,
    }),
    eth_getTransactionReceipt: ([id]) => {
      const block = blockOf(id)
      return { result: block < 0 ? null : { blockNumber: hex(block + 1), status: '0x1' } }
    },
    eth_sendRawTransaction: ([given]) => {
      const raw = String(given)
      const now = fault
      fault = null
      if (now === 'late') late.push(raw)
      if (now === 'silent' || now === 'twice') hear(raw)
      if (now !== null && now !== 'twice') throw new TypeError('The connection broke')
      return hear(raw)
    },
  }
  return {
    fetch: async (_url, init) => {
      const { method, params } = JSON.parse(String(init?.body))
      return Response.json(answers[method]?.(params) ?? { result: null })
    },
    failNext: (next) => {
      fault = next
    },
    mine: () => {
      for (const raw of late.splice(0)) hear(raw)
      const block: Sent[] = []
      for (let next = count(); pool.has(next); next += 1) {
        const sent = pool.get(next)
        if (sent) block.push(sent)
        pool.delete(next)
      }
      blocks.push(block)
    },
    undo: () => {
      for (const sent of blocks.pop() ?? []) pool.set(sent.nonce, sent)
    },
    executed: (value) => blocks.flat().flatMap((each) => (each.value === value ? [each.id] : [])),
    heard: (value) => heard.flatMap((each) => (each.value === value ? [each.raw] : [])),
  }
}
