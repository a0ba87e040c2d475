import { usdcOf } from '../chain/listed-tokens.js'
import { honestSimulation } from './simulation.js'

/** Gives the body of an answer, or throws a `Refusal`. `input` is a request's body, an event's data or a call. */
export type Answer = (input: Record<string, unknown>) => unknown

/** What the world outside of the kit answers; what is left out answers well and at once. */
export interface Answers {
  /** The Sallyport server, by path below `/api/v1`. */
  server?: Record<string, Answer>
  /** The wallet frame, by event; `load` keeps its page from loading when it never ends. */
  frame?: Record<string, Answer>
  /** The chains' nodes, by JSON-RPC method; gives the `result`. */
  node?: Record<string, Answer>
  /** MoonPay's API and the bridge, by the path without ids: `/v1/transactions/ext`; gives the body. */
  funding?: Record<string, Answer>
  /** The Bitcoin server, by the path of Esplora's API without addresses and ids; gives the body. */
  esplora?: Record<string, Answer>
}

/** Thrown by an `Answer`: the server, the frame or the node refuses. The code `offline` means that nothing answers. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: string | number,
    readonly data?: object,
  ) {
    super(`Refused with ${code}`)
  }
}

/** An answer that refuses with a code. */
export const refuse =
  (code: string | number, data?: object): Answer =>
  () => {
    throw new Refusal(code, data)
  }

/** Work that does not end. */
export const never = new Promise<never>(() => {})

/** An answer that does not come. */
export const noAnswer: Answer = () => never

/** What the frame does with every request to create a wallet. */
export const walletCreation = (answer: Answer): Record<string, Answer> => ({
  'privy:wallets:create': answer,
})

/** Server and frame after the session has ended on the server: every token is refused. */
export const expiredLogin = {
  server: {
    '/sessions': refuse('missing_or_invalid_token'),
    '/users/me/accept_terms': refuse('missing_or_invalid_token'),
  },
  frame: {
    ...walletCreation(refuse('missing_or_invalid_token')),
    'privy:wallets:connect': refuse('missing_or_invalid_token'),
  },
} satisfies Answers

/** What a healthy node answers, Ethereum and Solana alike: 42 000 gwei of fee, 1 ETH, 2.45 SOL. */
export const healthyNode: Record<string, Answer> = {
  eth_chainId: () => '0x7a69',
  eth_getBalance: () => '0xde0b6b3a7640000',
  eth_getTransactionCount: () => '0x0',
  eth_estimateGas: () => '0x5208',
  eth_maxPriorityFeePerGas: () => '0x2faf0800',
  eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x3b9aca00', transactions: [] }),
  eth_call: ({ params }) => usdcAnswers(params),
  eth_simulateV1: honestSimulation,
  getBalance: () => ({ value: 2_450_000_000 }),
  getFeeForMessage: () => ({ value: 5000 }),
  simulateTransaction: () => ({ value: { err: null } }),
}

/** A token called USDC with 6 decimals, of which everybody holds 130. */
function usdcAnswers(params: unknown): unknown {
  const [call] = params as [{ data?: string }] // the parameters of eth_call
  const word = (hex: string) => hex.padStart(64, '0')
  if (call.data === '0x95d89b41') return `0x${word('20')}${word('4')}${'55534443'.padEnd(64, '0')}`
  if (call.data?.startsWith('0x82ad56cb')) return `0x${balances(call.data.slice(10))}`
  if (call.data?.startsWith('0x70a08231')) return `0x${word('7bfa480')}`
  return call.data === '0x313ce567' ? '0x6' : '0x'
}

/** What Multicall3 answers: 130 of the first token called USDC, and nothing of the others. */
function balances(asked: string): string {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const count = Number.parseInt(asked.slice(64, 128), 16)
  const held = usdcOf('eip155:1')?.slice(2) ?? ''
  const tuples = Array.from({ length: count }, (_, at) => {
    const target = asked.slice(128 + count * 64 + at * 384).slice(24, 64)
    return [1, 64, 32, target === held ? 130_000_000 : 0].map(word).join('')
  })
  const offsets = tuples.map((_, at) => word(count * 32 + at * 128))
  return [word(32), word(count), ...offsets, ...tuples].join('')
}

const noFlow = { funded_txo_sum: 0, spent_txo_sum: 0 }
/** What a healthy Bitcoin server answers: every address holds 0.01 BTC in one output, and blocks want 4 sat/vB. */
export const healthyEsplora: Record<string, Answer> = {
  '/address': () => ({
    chain_stats: { ...noFlow, funded_txo_sum: 1_000_000 },
    mempool_stats: noFlow,
  }),
  '/address/utxo': () => [
    { txid: '11'.repeat(32), vout: 0, value: 1_000_000, status: { confirmed: true } },
  ],
  '/fee-estimates': () => ({ '3': 4 }),
  '/tx/hex': () => '00',
}
