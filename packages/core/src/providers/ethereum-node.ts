import type { Client as ViemClient } from 'viem'
import type { SallyportClient } from '../client.js'
import { ClientError, KitError, RpcError } from '../errors.js'
import type { Chain } from '../types.js'
import { rpcUrlOf } from './chains.js'
import { feesOf } from './ethereum-fees.js'
import { type Fees, readTransaction, type TransactionFields } from './ethereum-fields.js'
import { jsonRpc } from './json-rpc.js'
import { loadViem, type Viem } from './load-viem.js'

/** A trial run of a transaction: the gas it takes, and why it would fail (null when it succeeds). */
interface TrialRun {
  gas: bigint
  problem: string | null
}

/** The questions a chain's node is asked about a transaction. They throw what `jsonRpc` throws. Amounts in wei. */
export interface EthereumNode {
  /** @throws RpcError 4901 when the node answers for another network: what it says of fees and nonces is wrong here. */
  requireSameChain(): Promise<void>
  balanceOf(address: `0x${string}`): Promise<bigint>
  /** The next nonce, counting transactions that wait in the pool. */
  nonceOf(address: `0x${string}`): Promise<number>
  feesOf(fields: TransactionFields): Promise<Fees>
  /** @param balanceWei  when given, the run assumes that `from` has this balance. */
  tryRun(from: `0x${string}`, fields: TransactionFields, balanceWei?: bigint): Promise<TrialRun>
  hashOf(signedTransaction: `0x${string}`): `0x${string}`
}

/** The node of `chain`, asked through the app's RPC URL. Loads viem. @throws ConfigError when viem is not installed. */
export async function openNode(client: SallyportClient, chain: Chain): Promise<EthereumNode> {
  const viem = await loadViem()
  const url = rpcUrlOf(chain, client.options)
  const request = (call: { method: string; params?: unknown }) =>
    jsonRpc(client.environment, url, call)
  const node = viem.createClient({ transport: viem.custom({ request }, { retryCount: 1 }) })
  const asked = <T>(answer: Promise<T>) =>
    answer.catch((error: unknown) => {
      throw ownError(viem, error)
    })
  return {
    async requireSameChain() {
      const answer = await request({ method: 'eth_chainId' })
      if (Number(answer) === chain.id) return
      throw new RpcError(4901, { message: `The RPC of ${chain.name} answers for another network` })
    },
    balanceOf: (address) => asked(viem.getBalance(node, { address })),
    nonceOf: (address) => asked(viem.getTransactionCount(node, { address, blockTag: 'pending' })),
    feesOf: (fields) => asked(feesOf({ viem, node }, fields)),
    tryRun: (from, fields, balanceWei) => tryRun({ viem, node }, { from, fields, balanceWei }),
    hashOf: (signed) => viem.keccak256(signed),
  }
}

/** Reads a transaction as `readTransaction` does, with viem's address checksum. @throws RpcError -32602. */
export async function readEthereumTransaction(
  given: Record<string, unknown>,
): Promise<TransactionFields> {
  const { checksumAddress } = await loadViem()
  return readTransaction(given, (address) => checksumAddress(address))
}

/** Gas limit of a call whose trial run failed, where the app gave none: for users who send it anyway. */
const gasOfFailedTrial = 300_000n

async function tryRun(
  { viem, node }: { viem: Viem; node: ViemClient },
  run: { from: `0x${string}`; fields: TransactionFields; balanceWei: bigint | undefined },
): Promise<TrialRun> {
  const { to, value, data, accessList, authorizationList } = run.fields
  const { from, balanceWei } = run
  try {
    const gas = await viem.estimateGas(node, {
      account: from,
      ...(to === undefined ? {} : { to }),
      ...(value === undefined ? {} : { value }),
      ...(data === undefined ? {} : { data }),
      ...(accessList === undefined ? {} : { accessList }),
      ...(authorizationList === undefined
        ? {}
        : { authorizationList: authorizationList.map(asNumbers) }),
      ...(balanceWei === undefined
        ? {}
        : { stateOverride: [{ address: from, balance: balanceWei }] }),
    })
    return { gas, problem: null }
  } catch (error) {
    const own = ownError(viem, error)
    // Not reached: that says nothing about the transaction.
    if (own instanceof ClientError) throw own
    const isPlain = data === undefined || data === '0x'
    const gas = (isPlain ? 21_000n : gasOfFailedTrial) + gasOfList(accessList)
    return { gas, problem: reasonOf(viem, error) }
  }
}

/** What an access list costs before the transaction runs (EIP-2930). */
function gasOfList(list: TransactionFields['accessList'] = []): bigint {
  const costs = list.map(({ storageKeys }) => 2_400n + 1_900n * BigInt(storageKeys.length))
  return costs.reduce((sum, each) => sum + each, 0n)
}

/** An authorization as viem takes it. */
function asNumbers(fields: NonNullable<TransactionFields['authorizationList']>[number]) {
  const { address, chainId, nonce, yParity, r, s } = fields
  return {
    ...{ address, r, s },
    ...{ chainId: Number(chainId), nonce: Number(nonce), yParity: Number(yParity) },
  }
}

/** What `jsonRpc` threw, with its own code, from under what viem put around it. */
function ownError({ BaseError }: Viem, error: unknown): unknown {
  const own = error instanceof BaseError ? error.walk((each) => each instanceof KitError) : null
  return own ?? error
}

/** Why the chain refused, in the contract's own words where it gave any. */
function reasonOf({ BaseError, decodeErrorResult, isHex }: Viem, error: unknown): string {
  if (!(error instanceof BaseError)) return 'The transaction would fail'
  const carrier = error.walk((each) => each instanceof RpcError && isHex(each.data))
  if (carrier instanceof RpcError && isHex(carrier.data)) {
    try {
      const { errorName, args } = decodeErrorResult({ abi: [], data: carrier.data })
      return errorName === 'Error' ? String(args[0]) : `${errorName}(${args.join(', ')})`
    } catch {
      // An error that the contract declares itself: its ABI is not known here.
    }
  }
  return error.shortMessage
}
