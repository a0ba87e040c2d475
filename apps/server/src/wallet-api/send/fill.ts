import type { EthereumTransaction } from '@sallyport/contract/wallet-api'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import { toHex } from 'viem'
import { type Broadcast, BroadcastError } from '../../ports/broadcast.js'

/** What a node says of an account and its network. */
interface NodeFacts {
  /** Transactions of the account that are in blocks or wait. */
  nonce(): Promise<bigint>
  gas(): Promise<bigint>
  /** Wei for each unit of gas. */
  baseFee(): Promise<bigint>
  tip(): Promise<bigint>
  /** What the account has, in wei; null where the node does not say. */
  balance(): Promise<bigint | null>
}

/** Asks the node of a network about a transaction of an account. */
export function askNode(
  broadcast: Broadcast,
  { caip2, sender, asked }: { caip2: string; sender: string; asked: EthereumTransaction },
): NodeFacts {
  const ask = (method: string, params: readonly unknown[]) =>
    broadcast.ask({ caip2, method, params })
  return {
    nonce: async () => readQuantity(await ask('eth_getTransactionCount', [sender, 'pending'])),
    gas: async () => readQuantity(await ask('eth_estimateGas', [estimateOf(sender, asked)])),
    baseFee: async () => {
      const block = await ask('eth_getBlockByNumber', ['latest', false])
      const fee = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
      return fee === undefined ? 0n : readQuantity(fee)
    },
    tip: async () =>
      readQuantity(
        await ask('eth_maxPriorityFeePerGas', []).catch(() => '0x3b9aca00'), // Nodes without it: one gwei.
      ),
    balance: () =>
      ask('eth_getBalance', [sender, 'latest'])
        .then(readQuantity)
        .catch(() => null),
  }
}

/**
 * What is missing in a transaction, from the node, in decimal text. What was asked is never changed.
 *
 * @param chooseNonce  The next nonce, where none was asked for.
 */
export async function fillTransaction(
  asked: EthereumTransaction,
  {
    chainId,
    node,
    chooseNonce,
  }: {
    chainId: bigint
    node: NodeFacts
    chooseNonce(): Promise<bigint>
  },
): Promise<FilledTransaction> {
  const filled: Record<string, bigint> = {}
  if (asked.chain_id === undefined) filled.chain_id = chainId
  if (asked.nonce === undefined) filled.nonce = await chooseNonce()
  if (asked.gas_limit === undefined) filled.gas_limit = await node.gas()
  const isOlder = asked.type === 0 || asked.type === 1 || asked.gas_price !== undefined
  if (isOlder) {
    if (asked.gas_price === undefined)
      filled.gas_price = 2n * (await node.baseFee()) + (await node.tip())
  } else if (asked.max_fee_per_gas === undefined) {
    const tip = asked.max_priority_fee_per_gas ?? (await node.tip())
    filled.max_fee_per_gas = 2n * (await node.baseFee()) + tip
    if (asked.max_priority_fee_per_gas === undefined) filled.max_priority_fee_per_gas = tip
  }
  return Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, value.toString()]))
}

function estimateOf(
  from: string,
  { to, value, data, authorization_list: list }: EthereumTransaction,
) {
  return {
    from,
    ...(to !== undefined && { to }),
    ...(value !== undefined && { value: toHex(value) }),
    ...(data !== undefined && { data }),
    ...(list && {
      authorizationList: list.map((each) => ({
        chainId: toHex(each.chain_id),
        address: each.contract,
        nonce: toHex(each.nonce),
        yParity: toHex(each.y_parity),
        r: toHex(each.r),
        s: toHex(each.s),
      })),
    }),
  }
}

/** @throws BroadcastError for what is not a number of JSON-RPC: a node that is out of order. */
export function readQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  const message = 'The network’s node did not answer with a number'
  throw new BroadcastError('transaction_broadcast_failure', message, { isUncertain: true })
}
