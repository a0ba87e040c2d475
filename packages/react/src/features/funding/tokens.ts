import type { SallyportClient } from '@sallyport/core'
import { usdcOf } from '../../chain/listed-tokens.js'
import { readToken } from '../../chain/read-token.js'
import type { FundingAsset, FundingNetwork } from '../../flow/funding-data.js'
import { factsOf, requireChain } from './networks.js'

/** An asset as apps name it (react-api §5). */
export type AssetName = 'native-currency' | 'USDC' | { erc20: string }

/**
 * What an app's name of an asset stands for on a network.
 *
 * @throws Error when there is no such token, or its contract does not say how it counts.
 */
export async function resolveAsset(
  client: SallyportClient,
  { network, name }: { network: FundingNetwork; name: AssetName },
): Promise<FundingAsset> {
  const { id, coin, name: networkName } = factsOf(client, network)
  if (name === 'native-currency') return { ...coin, token: null }
  if (name === 'USDC') {
    const token = usdcOf(id)
    if (token === undefined) throw new Error(`USDC has no known contract on ${networkName}`)
    return { symbol: 'USDC', decimals: 6, token }
  }
  if (network.type !== 'ethereum') throw new Error('`erc20` names a token of an Ethereum network')
  const chain = requireChain(client, network.chainId)
  const found = await readToken({ client }, { chain, token: name.erc20, holder: zeroAddress })
  if (!found) throw new Error(`The contract at ${name.erc20} is not a token of ${networkName}`)
  return { symbol: found.symbol, decimals: found.decimals, token: name.erc20 }
}

const zeroAddress = `0x${'0'.repeat(40)}`
