import {
  type CardOnRampSign,
  type CoinbaseOnRampInit,
  type CoinbaseOnRampSession,
  type CoinbaseOnRampStatus,
  fundingApi,
} from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { requireCluster } from '../providers/chains.js'
import type { SolanaInstructionInput, TokenTransfer } from '../providers/solana-build.js'
import type { SolanaCluster } from '../types.js'

const { funding } = fundingApi

/**
 * A signed address of MoonPay's page, which sells to a wallet of the signed-in user, and the id the purchase is asked for by.
 *
 * @throws ApiError `invalid_data` for an address that is not the user's or an unknown currency, `feature_not_enabled`.
 */
export function signMoonpay(
  client: SallyportClient,
  input: CardOnRampSign,
): Promise<{ signedUrl: string; externalTransactionId: string }> {
  return call(client, funding.signMoonpay, { body: input })
}

/**
 * A session of Coinbase's page, which sells to a wallet of the signed-in user.
 *
 * @throws ApiError `invalid_data` for an address that is not the user's, `feature_not_enabled`.
 */
export function initCoinbase(
  client: SallyportClient,
  input: CoinbaseOnRampInit,
): Promise<CoinbaseOnRampSession> {
  return call(client, funding.initCoinbase, { body: input })
}

/** How far a purchase of the signed-in user at Coinbase is. */
export function coinbaseStatus(
  client: SallyportClient,
  query: { partnerUserId: string },
): Promise<CoinbaseOnRampStatus> {
  return call(client, funding.coinbaseStatus, { query })
}

/**
 * What one unit of a coin or token is worth in US dollars.
 *
 * @param asset  `chainId` 0 for Solana.
 * @throws ApiError `feature_not_enabled` where the deployment knows no prices, `invalid_data` for an unknown symbol.
 */
export async function tokenPrice(
  client: SallyportClient,
  { chainId, tokenSymbol }: { chainId: number; tokenSymbol: string },
): Promise<number> {
  const query = { chainId: String(chainId), tokenSymbol }
  return (await call(client, funding.tokenPrice, { query })).usd
}

/**
 * An unsigned transfer of a token of the SPL token program, as `solana.transfer`; the recipient's account for it is made where it is
 * missing.
 *
 * @throws as `solana.transfer`.
 */
export async function buildTokenTransfer(
  client: SallyportClient,
  job: TokenTransfer & { cluster?: SolanaCluster['name'] },
): Promise<Uint8Array> {
  const cluster = requireCluster(client, job.cluster)
  const { buildTransaction: build, tokenInstructions } = await import(
    '../providers/solana-build.js'
  )
  const instructions = await tokenInstructions(job)
  return build(client, { from: job.from, cluster, instructions })
}

/** An unsigned transaction of any instructions that `from` pays for, as `solana.transfer`. @throws as that. */
export async function buildTransaction(
  client: SallyportClient,
  job: {
    from: string
    instructions: readonly SolanaInstructionInput[]
    cluster?: SolanaCluster['name']
  },
): Promise<Uint8Array> {
  const cluster = requireCluster(client, job.cluster)
  const { buildTransaction: build } = await import('../providers/solana-build.js')
  return build(client, { ...job, cluster })
}
