import type { SallyportClient } from '@sallyport/core'
import { readToken } from '../../chain/read-token.js'
import type { FundingAsset, FundingNetwork } from '../../flow/funding-data.js'
import { factsOf, requireChain } from './networks.js'

/** An asset as apps name it (react-api §5). */
export type AssetName = 'native-currency' | 'USDC' | { erc20: string }

/** Circle's USDC by network: contract addresses, and mints on Solana. */
const usdc: Readonly<Record<string, string>> = {
  'eip155:1': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'eip155:10': '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  'eip155:137': '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  'eip155:8453': '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'eip155:42161': '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  'eip155:43114': '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  'eip155:84532': '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  'eip155:11155111': '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  'solana:mainnet-beta': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'solana:devnet': '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
}

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
    const token = usdc[id]
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
