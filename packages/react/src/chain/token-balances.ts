import type { Chain, SallyportClient, SolanaCluster } from '@sallyport/core'
import type { ListedToken } from './listed-tokens.js'
import { decodeBalances, encodeBalances, multicall } from './multicall.js'
import { readChain, readChainAtOnce } from './read-chain.js'

/** What a wallet has of a token: more than nothing. */
export interface HeldToken {
  token: ListedToken
  units: bigint
}

/**
 * What a wallet holds of tokens of an Ethereum network, by one call to its node; by two where the network has no contract that
 * collects answers.
 *
 * @throws as `readChain`.
 */
export async function readErc20s(
  client: SallyportClient,
  { chain, tokens, holder }: { chain: Chain; tokens: readonly ListedToken[]; holder: string },
): Promise<HeldToken[]> {
  const contracts = tokens.map(({ address }) => address)
  if (contracts.length === 0) return []
  const params = [{ to: multicall, data: encodeBalances(contracts, holder) }, 'latest']
  const answer = await readChain(client, { chain, method: 'eth_call', params })
  const balances =
    decodeBalances(answer, contracts.length) ??
    (await readEach(client, { chain, contracts, holder }))
  return heldOf(tokens, balances)
}

/** In one request to the node. A contract that is not there answers nothing. */
async function readEach(
  client: SallyportClient,
  { chain, contracts, holder }: { chain: Chain; contracts: readonly string[]; holder: string },
): Promise<bigint[]> {
  // balanceOf(address)
  const data = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
  const calls = contracts.map((to) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] }))
  const answers = await readChainAtOnce(client, { chain, calls })
  return answers.map((answer) =>
    /^0x[0-9a-f]{1,64}$/i.test(String(answer)) ? BigInt(String(answer)) : 0n,
  )
}

interface ParsedAccount {
  account: { data: { parsed: { info: { mint: string; tokenAmount: { amount: string } } } } }
}

/** The programs that keep tokens: SPL Token and Token-2022. */
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/** The same on a Solana cluster, by one request: all token accounts of a mint together. @throws as `readChain`. */
export async function readSpls(
  client: SallyportClient,
  {
    chain,
    tokens,
    holder,
  }: { chain: SolanaCluster; tokens: readonly ListedToken[]; holder: string },
): Promise<HeldToken[]> {
  const calls = tokenPrograms.map((programId) => ({
    method: 'getTokenAccountsByOwner',
    params: [holder, { programId }, { encoding: 'jsonParsed' }],
  }))
  const answers = await readChainAtOnce(client, { chain, calls })
  const sums = new Map<string, bigint>()
  for (const answer of answers) {
    // The shape of this method's result, checked by the conversion; of a call that was refused there is none.
    for (const { account } of (answer as { value: ParsedAccount[] } | undefined)?.value ?? []) {
      const { mint, tokenAmount } = account.data.parsed.info
      sums.set(mint, (sums.get(mint) ?? 0n) + BigInt(tokenAmount.amount))
    }
  }
  return heldOf(
    tokens,
    tokens.map(({ address }) => sums.get(address) ?? 0n),
  )
}

function heldOf(tokens: readonly ListedToken[], balances: readonly bigint[]): HeldToken[] {
  return tokens
    .map((token, at) => ({ token, units: balances[at] ?? 0n }))
    .filter(({ units }) => units > 0n)
}
