import type { Chain, SallyportClient } from '@sallyport/core'
import type { ListedToken } from './listed-tokens.js'
import { readChain } from './read-chain.js'

/** What a wallet has of a token of an Ethereum network. @throws as `readChain`. */
export async function readErc20(
  client: SallyportClient,
  { chain, token, holder }: { chain: Chain; token: ListedToken; holder: string },
): Promise<bigint> {
  // balanceOf(address)
  const data = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
  const params = [{ to: token.address, data }, 'latest']
  const answer = String(await readChain(client, { chain, method: 'eth_call', params }))
  // A contract that is not there answers nothing.
  return /^0x[0-9a-f]{1,64}$/i.test(answer) ? BigInt(answer) : 0n
}

interface ParsedAccounts {
  value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
}

/** The same on a Solana cluster: all token accounts of the mint together. */
export async function readSpl(
  client: SallyportClient,
  {
    chain,
    token,
    holder,
  }: { chain: Parameters<typeof readChain>[1]['chain']; token: ListedToken; holder: string },
): Promise<bigint> {
  const params = [holder, { mint: token.address }, { encoding: 'jsonParsed' }]
  const answer = await readChain(client, { chain, method: 'getTokenAccountsByOwner', params })
  // The shape of this method's result, checked by the conversion.
  const { value } = answer as ParsedAccounts
  return value.reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  )
}
