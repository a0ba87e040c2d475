import { type SallyportClient, solana } from '@sallyport/core'
import { readChain } from '../../chain/read-chain.js'
import type { FundingAsset, FundingNetwork } from '../../flow/funding-data.js'
import { requireChain } from './networks.js'

/** What an address holds of an asset on a network, in its smallest unit. @throws when the network cannot be asked. */
export async function readUnits(
  client: SallyportClient,
  asked: { address: string; network: FundingNetwork; asset: Pick<FundingAsset, 'token'> },
): Promise<bigint> {
  const { network } = asked
  if (network.type === 'ethereum')
    return readEthereum(client, { ...asked, chainId: network.chainId })
  return readSolana(client, { ...asked, cluster: network.cluster })
}

async function readEthereum(
  client: SallyportClient,
  asked: { address: string; chainId: number; asset: Pick<FundingAsset, 'token'> },
): Promise<bigint> {
  const { address, asset } = asked
  const chain = requireChain(client, asked.chainId)
  if (asset.token === null)
    return BigInt(
      String(
        await readChain(client, { chain, method: 'eth_getBalance', params: [address, 'latest'] }),
      ),
    )
  const data = `0x70a08231${address.toLowerCase().replace(/^0x/, '').padStart(64, '0')}`
  const params = [{ to: asset.token, data }, 'latest']
  const word = String(await readChain(client, { chain, method: 'eth_call', params }))
  if (!/^0x[0-9a-f]{1,64}$/i.test(word)) throw new Error('The token did not say a balance')
  return BigInt(word)
}

async function readSolana(
  client: SallyportClient,
  asked: {
    address: string
    cluster: Extract<FundingNetwork, { type: 'solana' }>['cluster']
    asset: Pick<FundingAsset, 'token'>
  },
): Promise<bigint> {
  const chain = solana.requireCluster(client, asked.cluster)
  const { address, asset } = asked
  if (asset.token === null) {
    const answer = await readChain(client, { chain, method: 'getBalance', params: [address] })
    // The shape of this method's result, checked by the conversion.
    return BigInt((answer as { value: number }).value)
  }
  const answer = await readChain(client, {
    chain,
    method: 'getTokenAccountsByOwner',
    params: [address, { mint: asset.token }, { encoding: 'jsonParsed' }],
  })
  // As documented for `jsonParsed`; anything else throws below.
  const { value } = answer as {
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }
  return value.reduce(
    (sum, each) => sum + BigInt(each.account.data.parsed.info.tokenAmount.amount),
    0n,
  )
}
