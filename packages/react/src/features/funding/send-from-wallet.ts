import {
  externalWallet,
  funding as fundingCalls,
  RpcError,
  type SallyportClient,
  solana,
} from '@sallyport/core'
import { readChain } from '../../chain/read-chain.js'
import type { FundingOrder, FundingSource } from '../../flow/funding-data.js'
import { parseAmount } from '../../parse-amount.js'
import { requireChain } from './networks.js'
import { requireSource } from './sources.js'

/** One transaction of an Ethereum network. */
interface Call {
  chainId: number
  to: string
  data: string
  value: bigint
}

/**
 * Asks the order's wallet for the transfer, and gives its hash or signature. The wallet asks the user.
 *
 * @throws RpcError 4001 when the user declines, 4900 when the wallet is gone; what else wallets and nodes refuse with.
 */
export async function sendTransfer(
  client: SallyportClient,
  { funding, source }: FundingOrder,
): Promise<string> {
  const { address, network, asset, amount } = funding
  const units = parseAmount(amount, asset.decimals)
  if (units === null || source === null) throw new RpcError(-32602)
  if (network.type === 'ethereum') {
    const { chainId } = network
    return asset.token === null
      ? sendCall(client, source, { chainId, to: address, data: '0x', value: units })
      : sendCall(client, source, {
          chainId,
          to: asset.token,
          data: transferData(address, units),
          value: 0n,
        })
  }
  const { cluster } = network
  const from = source.address
  const { token: mint, decimals } = asset
  const transaction =
    mint === null
      ? await solana.transfer(client, { from, to: address, lamports: units, cluster })
      : await fundingCalls.buildTokenTransfer(client, {
          from,
          to: address,
          mint,
          units,
          decimals,
          cluster,
        })
  return sendSolana(client, source, { transaction, cluster })
}

/** Asks an Ethereum wallet to send a transaction on its network, and gives its hash. @throws as `sendTransfer`. */
export async function sendCall(
  client: SallyportClient,
  source: FundingSource,
  { chainId, to, data, value }: Call,
): Promise<string> {
  const { connection, address } = requireSource(client, source)
  if (connection.chainType !== 'ethereum') throw new RpcError(4900)
  if (connection.chainId !== `eip155:${chainId}`) await connection.switchChain(chainId)
  const provider = externalWallet.ethereumProviderOf(client, { address, connection })
  const call = {
    from: address,
    to,
    value: `0x${value.toString(16)}`,
    ...(data !== '0x' && { data }),
  }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [call] })
  if (typeof hash !== 'string') throw new RpcError(-32603)
  return hash
}

/** Asks a Solana wallet to sign a transaction, sends it, and gives its signature. @throws as `sendTransfer`. */
export async function sendSolana(
  client: SallyportClient,
  source: FundingSource,
  {
    transaction,
    cluster,
  }: { transaction: Uint8Array; cluster: Parameters<typeof solana.requireCluster>[1] },
): Promise<string> {
  const { connection, address } = requireSource(client, source)
  if (connection.chainType !== 'solana') throw new RpcError(4900)
  const wallet = externalWallet.solanaWalletOf(client, { address, connection })
  const sent = await wallet.signAndSendTransaction(
    transaction,
    cluster === undefined ? {} : { cluster },
  )
  return sent.signature
}

/** What became of a transaction so far. */
export type SentState = 'pending' | 'done' | 'failed'

/** Asks the network what became of the order's transaction. @throws when it cannot be asked. */
export async function readSent(
  client: SallyportClient,
  { funding, reference }: FundingOrder,
): Promise<SentState> {
  const { network } = funding
  if (network.type === 'ethereum') return readReceipt(client, network.chainId, reference ?? '')
  const chain = solana.requireCluster(client, network.cluster)
  const params = [[reference], { searchTransactionHistory: true }]
  const answer = await readChain(client, { chain, method: 'getSignatureStatuses', params })
  // As the method's reference says; a signature that the cluster does not know is null.
  const [status] = (answer as { value: ({ err: unknown; confirmationStatus: string } | null)[] })
    .value
  if (!status || status.confirmationStatus === 'processed') return 'pending'
  return status.err === null ? 'done' : 'failed'
}

/** Asks an Ethereum network what became of a transaction. @throws when it cannot be asked. */
export async function readReceipt(
  client: SallyportClient,
  chainId: number,
  hash: string,
): Promise<SentState> {
  const chain = requireChain(client, chainId)
  const receipt = await readChain(client, {
    chain,
    method: 'eth_getTransactionReceipt',
    params: [hash],
  })
  if (typeof receipt !== 'object' || receipt === null) return 'pending'
  return 'status' in receipt && receipt.status === '0x1' ? 'done' : 'failed'
}

/** transfer(address,uint256) of ERC-20. */
function transferData(to: string, units: bigint): string {
  const word = (hex: string) => hex.padStart(64, '0')
  return `0xa9059cbb${word(to.toLowerCase().replace(/^0x/, ''))}${word(units.toString(16))}`
}
