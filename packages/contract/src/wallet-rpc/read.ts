import { isWalletRpcMethod, type WalletRpc, walletRpc } from './body.js'

/** Why a body is not read. */
export type RpcProblem =
  /** A method of another product or chain: the text names it. */
  | { code: 'not_supported'; message: string }
  /** The body breaks the schema; `issue` is what the schemas' library says first. */
  | { code: 'invalid_data'; issue: { path: readonly PropertyKey[]; message?: string } }

/** Methods that public clients have and this server does not (wire reference §45). */
const methodsElsewhere =
  /^(?:(?:tron|xrpl|aptos|near|sui|stellar|cosmos|ton|starknet|spark)_\w+|signTransactionBytes|signRawMessageBytes|transfer|transferTokens|getBalance|getStaticDepositAddress|claimStaticDeposit|createLightningInvoice|payLightningInvoice|signMessageWithIdentityKey)$/

/**
 * Reads the body of a wallet's RPC call.
 *
 * @param body  Parsed JSON.
 */
export function readWalletRpc(
  body: unknown,
): { request: WalletRpc; problem?: undefined } | { request?: undefined; problem: RpcProblem } {
  const method = methodOf(body)
  if (!isWalletRpcMethod(method) && typeof method === 'string' && methodsElsewhere.test(method))
    return {
      problem: {
        code: 'not_supported',
        message: `${method} is not offered. Use a method of Ethereum, Solana or Bitcoin`,
      },
    }
  const parsed = walletRpc.safeParse(body)
  if (parsed.success) return { request: parsed.data }
  const [issue = { path: [] }] = parsed.error.issues
  return { problem: { code: 'invalid_data', issue } }
}

function methodOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'method')
    ? (body as { method: unknown }).method
    : undefined
}
