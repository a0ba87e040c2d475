import type { UnusualField } from '@sallyport/contract/requests'
import type { SallyportClient } from '../client.js'
import { ClientError, RpcError } from '../errors.js'
import type { ApprovalChoice, Chain, RequestStep, WalletAccount } from '../types.js'
import { operate } from '../wallet/operate.js'
import { rpcUrlOf } from './chains.js'
import type { TransactionFields } from './ethereum-fields.js'
import { type EthereumNode, openNode, readEthereumTransaction } from './ethereum-node.js'
import { jsonRpc } from './json-rpc.js'
import { watchReceipt } from './receipt.js'
import type { SentTransaction } from './replacement.js'
import { requireShown, unusualFieldsOf } from './require-shown.js'

type Hex = `0x${string}`

// In this file's chunk: each of its own would weigh on the page that loads none.
export { signAuthorization } from './ethereum-authorization.js'
export { readEthereumTransaction }

/** A transaction with everything that is signed. */
type CompleteTransaction = TransactionFields &
  Required<Pick<TransactionFields, 'from' | 'chainId' | 'nonce' | 'gas'>>

interface SignedTransaction {
  raw: Hex
  fields: CompleteTransaction
}

/** A transaction with everything that is signed, and what it costs. All amounts in wei. */
export interface PreparedTransaction {
  transaction: CompleteTransaction
  /** What the fee will be if the next block is like the last one. */
  estimatedFeeWei: bigint
  /** What the fee cannot exceed. */
  maxFeeWei: bigint
  balanceWei: bigint
  /** Whether value and highest fee together exceed the balance. */
  isInsufficient: boolean
  /** Why the transaction would fail, in the chain's words; null when a trial run succeeded. */
  problem: string | null
  /** Fields that are far from usual, which the user must be told. */
  unusual: readonly UnusualField[]
}

/** Codes of a node that looked at a transaction and turned it down. */
const refusals: ReadonlySet<number> = new Set([3, -32000, -32003])

/** A transaction an app asked for. */
interface TransactionJob {
  kind: 'sign-transaction' | 'send-transaction'
  wallet: Pick<WalletAccount, 'address'>
  chain: Chain
  transaction: Record<string, unknown>
}

/**
 * Fills what the app left out: nonce, gas by trial run, fees with base fee × 1.2 (specification §9). A trial run that fails
 * is told in `problem`, not thrown.
 *
 * @throws RpcError -32602 for fields that cannot be read, 4901 when the node is of another network; ClientError when the
 *   chain cannot be reached.
 */
export async function prepareTransaction(
  client: SallyportClient,
  { wallet, chain, transaction }: Omit<TransactionJob, 'kind'>,
): Promise<PreparedTransaction> {
  const fields = await readEthereumTransaction(transaction)
  const node = await openNode(client, chain)
  // An address of the user's wallet: 0x hex by the server's schema.
  const from = wallet.address as Hex
  const [balanceWei, nonce, fees, trial] = await Promise.all([
    node.balanceOf(from),
    fields.nonce ?? node.nonceOf(from),
    node.feesOf(fields),
    node.tryRun(from, fields),
    node.requireSameChain(),
  ])
  const gas = fields.gas ?? trial.gas
  const { maxPriceWei, expectedPriceWei, ...feeFields } = fees
  const complete = { ...fields, ...feeFields, from, chainId: chain.id, nonce, gas }
  const maxFeeWei = gas * maxPriceWei
  return {
    transaction: complete,
    estimatedFeeWei: gas * expectedPriceWei,
    maxFeeWei,
    balanceWei,
    isInsufficient: (fields.value ?? 0n) + maxFeeWei > balanceWei,
    problem: trial.problem,
    unusual: unusualFieldsOf(complete),
  }
}

/**
 * The function that signs, and for `send-transaction` broadcasts, one transaction: gives the signed transaction or its
 * hash. Called again after a failure it broadcasts what it signed before, unless the chain refused exactly that.
 */
export function createRun(
  client: SallyportClient,
  job: TransactionJob & {
    wallet: WalletAccount
    /** Whether it is followed until a block holds it, also where no screen shows that. */
    isWatched?: boolean
  },
): (report: (step: RequestStep) => void, choice?: ApprovalChoice) => Promise<Hex> {
  let signed: SignedTransaction | null = null
  const send = async (
    report: (step: RequestStep) => void,
    choice: ApprovalChoice,
  ): Promise<SentTransaction & { hash: Hex }> => {
    signed ??= await sign(client, chosen(job, choice), report)
    const { raw, fields } = signed
    try {
      const hash = await broadcast(client, job.chain, raw)
      return { ...fields, hash }
    } catch (error) {
      // Unless refused for what it is, the chain may have it all the same: only this very one may be sent again.
      if (error instanceof RpcError && refusals.has(error.code)) signed = null
      throw error
    }
  }
  if (job.kind === 'sign-transaction') {
    return async (report, choice = {}) => (await sign(client, chosen(job, choice), report)).raw
  }
  return async (report, choice = {}) => {
    const sent = await inTurn(client, `${job.chain.id}:${job.wallet.address}`, () =>
      send(report, choice),
    )
    report({ step: 'submitted', hash: sent.hash })
    if (client.options.confirm || job.isWatched)
      void watchReceipt(client, { chain: job.chain, sent }, report)
    return sent.hash
  }
}

/** A job as the user approved it. */
type ChosenJob = TransactionJob & { wallet: WalletAccount; choice: ApprovalChoice }

function chosen(
  job: TransactionJob & { wallet: WalletAccount },
  choice: ApprovalChoice,
): ChosenJob {
  const { data } = choice
  // The fields were read before: call data is under `data` alone.
  const transaction = data === undefined ? job.transaction : { ...job.transaction, data }
  return { ...job, transaction, choice }
}

async function sign(
  client: SallyportClient,
  job: ChosenJob,
  report: (step: RequestStep) => void,
): Promise<SignedTransaction> {
  const complete = job.kind === 'sign-transaction' ? completed : affordable
  const fields = await complete(client, job)
  requireShown(fields, job.choice)
  const request = { method: 'eth_signTransaction', params: [fields] }
  const raw = await operate(client, job.wallet, request, report)
  if (!isHex(raw)) throw new ClientError('unable_to_sign')
  return { raw, fields }
}

async function affordable(
  client: SallyportClient,
  job: Omit<ChosenJob, 'kind'>,
): Promise<CompleteTransaction> {
  const prepared = await prepareTransaction(client, job)
  if (prepared.isInsufficient) throw new ClientError('insufficient_balance')
  if (prepared.problem && !job.choice.sendsAnyway)
    throw new RpcError(3, { message: prepared.problem })
  return prepared.transaction
}

/** Fills what the app left out and asks the chain for nothing else: who only signs need not be able to pay, or be online. */
async function completed(
  client: SallyportClient,
  { wallet, chain, transaction }: Omit<TransactionJob, 'kind'>,
): Promise<CompleteTransaction> {
  const fields = await readEthereumTransaction(transaction)
  const node = await openNode(client, chain)
  // As in `prepareTransaction`.
  const from = wallet.address as Hex
  const [nonce, fees, gas] = await Promise.all([
    fields.nonce ?? node.nonceOf(from),
    node.feesOf(fields),
    fields.gas ?? gasOf(node, from, fields),
    isComplete(fields) ? undefined : node.requireSameChain(),
  ])
  const { maxPriceWei, expectedPriceWei, ...feeFields } = fees
  return { ...fields, ...feeFields, from, chainId: chain.id, nonce, gas }
}

/** Whether the node has nothing to add. */
function isComplete({ nonce, gas, gasPrice, ...fees }: TransactionFields): boolean {
  const isPriced =
    gasPrice !== undefined ||
    (fees.maxFeePerGas !== undefined && fees.maxPriorityFeePerGas !== undefined)
  return nonce !== undefined && gas !== undefined && isPriced
}

/** Gas of a trial run, if need be as if `from` could pay for it. */
async function gasOf(node: EthereumNode, from: Hex, fields: TransactionFields): Promise<bigint> {
  const trial = await node.tryRun(from, fields)
  if (trial.problem === null) return trial.gas
  const rich = await node.tryRun(from, fields, 2n ** 128n)
  if (rich.problem === null) return rich.gas
  throw new RpcError(3, { message: trial.problem })
}

async function broadcast(client: SallyportClient, chain: Chain, raw: Hex): Promise<Hex> {
  const url = rpcUrlOf(chain, client.options)
  const { hashOf } = await openNode(client, chain)
  const hash = hashOf(raw)
  const ask = (method: string, param: Hex) =>
    jsonRpc(client.environment, url, { method, params: [param] })
  try {
    await ask('eth_sendRawTransaction', raw)
  } catch (error) {
    // A repeated broadcast is refused ("already known", "nonce too low") although the first one arrived.
    const isKnown =
      error instanceof RpcError && (await ask('eth_getTransactionByHash', hash)) !== null
    if (!isKnown) throw error
  }
  return hash
}

/** Runs `work` after what was queued under `name` before: two transactions must not take the same nonce. */
async function inTurn<T>(
  client: SallyportClient,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const key = `transactions:${name}`
  const before = Promise.resolve(client.kept.get(key)).catch(() => undefined)
  const turn = before.then(work)
  client.kept.set(
    key,
    turn.catch(() => undefined),
  )
  return turn
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
}
