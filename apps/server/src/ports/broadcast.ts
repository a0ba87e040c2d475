import { toBase58 } from '@sallyport/contract/requests'
import type { Hex } from 'viem'
import { BroadcastError } from './broadcast-error.js'
import { createEsplora, type Esplora } from './esplora.js'

export { BroadcastError } from './broadcast-error.js'

/** Sends signed transactions through the nodes of this deployment. */
export interface Broadcast {
  /** Whether there is a node of the chain. */
  supports(caip2: string): boolean
  /**
   * @param signed  RLP in `0x` hex of an Ethereum transaction; base64 of a Solana one; hex of a Bitcoin one.
   * @returns its hash, its first signature on Solana, its id on Bitcoin. Also for a transaction that the node knows already.
   * @throws BroadcastError.
   */
  send(transaction: { caip2: string; signed: string }): Promise<string>
  /** What `send` answers for a transaction, without sending it. */
  idOf(transaction: { caip2: string; signed: string }): Promise<string>
  /**
   * What a node says to a question.
   *
   * @throws BroadcastError when it answers with an error or not at all.
   */
  ask(question: { caip2: string; method: string; params: readonly unknown[] }): Promise<unknown>
  /**
   * What Esplora says of a Bitcoin network at a path; null where it knows nothing of it.
   *
   * @throws BroadcastError when it answers with an error or not at all.
   */
  read(question: { caip2: string; path: string }): Promise<unknown>
}

/** Node URLs: of Ethereum by chain number, of Solana and Bitcoin (Esplora) by CAIP-2 reference. */
interface Nodes {
  ethereumRpcUrls: ReadonlyMap<string, string>
  solanaRpcUrls: ReadonlyMap<string, string>
  esploraUrls?: ReadonlyMap<string, string> | undefined
}

/** How one chain is asked. */
interface Calls {
  /** What names the transaction. It is computed here: a node cannot name another. */
  idOf(signed: string): Promise<string>
  send(signed: string): Request
  /** Asks for a transaction; what the node answers is null when it does not know it. */
  find(id: string): Request
  isFound(result: unknown): boolean
}

interface Request {
  method: string
  params: readonly unknown[]
}

/** A back end waits for the answer. */
const deadlineMs = 8_000
const maxAnswerLength = 65_536
const noFunds =
  /insufficient (funds|lamports)|no record of a prior credit|exceeds the balance|insufficient balance/i

/** Broadcasts by JSON-RPC. */
export function rpcBroadcast(nodes: Nodes, fetcher: typeof fetch = fetch): Broadcast {
  const urls = new Map([
    ['eip155', nodes.ethereumRpcUrls],
    ['solana', nodes.solanaRpcUrls],
    ['bip122', nodes.esploraUrls ?? new Map<string, string>()],
  ])
  const urlOf = (caip2: string) => {
    const [namespace = '', reference = ''] = caip2.split(/:(.*)/s)
    return urls.get(namespace)?.get(reference)
  }
  const required = (caip2: string) => {
    const url = urlOf(caip2)
    const calls = callsOf[caip2.split(':')[0] ?? '']
    if (url === undefined || calls === undefined) throw new Error(`No RPC url found for ${caip2}`)
    return { url, calls }
  }
  const esploraOf = (caip2: string): Esplora | undefined => {
    const url = caip2.startsWith('bip122:') ? urlOf(caip2) : undefined
    return url === undefined ? undefined : createEsplora(url, fetcher)
  }
  return {
    supports: (caip2) => urlOf(caip2) !== undefined,
    idOf: async ({ caip2, signed }) => (esploraOf(caip2) ?? required(caip2).calls).idOf(signed),
    read: async ({ caip2, path }) => {
      const esplora = esploraOf(caip2)
      if (esplora === undefined) throw new Error(`No Esplora URL found for ${caip2}`)
      return esplora.read(path)
    },
    ask: async ({ caip2, ...question }) => {
      const { error, result } = await ask(fetcher, required(caip2).url, question)
      if (error === undefined) return result
      throw noFunds.test(error)
        ? new BroadcastError('insufficient_funds', 'Insufficient funds for it and its fee')
        : new BroadcastError('transaction_broadcast_failure', `The network’s node: ${error}`)
    },
    send: async ({ caip2, signed }) => {
      const esplora = esploraOf(caip2)
      if (esplora !== undefined) return esplora.send(signed)
      const { url, calls } = required(caip2)
      const id = await calls.idOf(signed)
      const sent = await ask(fetcher, url, calls.send(signed))
      if (sent.error === undefined) return id
      // A repeated request: the node has it, or it is in a block already.
      // Where it does not say, it may have it.
      const known = await ask(fetcher, url, calls.find(id))
      if (calls.isFound(known.result)) return id
      if (noFunds.test(sent.error))
        throw new BroadcastError('insufficient_funds', 'Insufficient funds for it and its fee')
      throw new BroadcastError('transaction_broadcast_failure', 'The network’s node refused it')
    },
  }
}

const ethereum: Calls = {
  idOf: async (signed) => {
    const { keccak256 } = await import('viem')
    // The signer answers hex with 0x.
    return keccak256(signed as Hex)
  },
  send: (signed) => ({ method: 'eth_sendRawTransaction', params: [signed] }),
  find: (id) => ({ method: 'eth_getTransactionByHash', params: [id] }),
  isFound: (result) => typeof result === 'object' && result !== null,
}

const solana: Calls = {
  // One byte, then the only signature.
  idOf: async (signed) => toBase58(Buffer.from(signed, 'base64').subarray(1, 65)),
  send: (signed) => ({ method: 'sendTransaction', params: [signed, { encoding: 'base64' }] }),
  find: (id) => ({
    method: 'getSignatureStatuses',
    params: [[id], { searchTransactionHistory: true }],
  }),
  isFound: (result) => isRecord(result) && Array.isArray(result.value) && isRecord(result.value[0]),
}

/** By the namespace of CAIP-2. */
const callsOf: Readonly<Record<string, Calls>> = { eip155: ethereum, solana }

/** @throws BroadcastError when the node gives no usable answer: it may have the transaction. */
async function ask(
  fetcher: typeof fetch,
  url: string,
  request: Request,
): Promise<{ result?: unknown; error?: string }> {
  try {
    const response = await fetcher(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const text = await response.text()
    const answer: unknown = text.length > maxAnswerLength ? undefined : JSON.parse(text)
    if (isRecord(answer) && isRecord(answer.error)) return { error: String(answer.error.message) }
    if (isRecord(answer) && 'result' in answer) return { result: answer.result }
    throw new Error('Not an answer of JSON-RPC')
  } catch (cause) {
    const message =
      'The network’s node did not answer. It may have the transaction: the same request again sends it once'
    throw new BroadcastError('transaction_broadcast_failure', message, { cause, isUncertain: true })
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
