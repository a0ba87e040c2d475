import {
  ClientError,
  type RequestUiOptions,
  RpcError,
  type SallyportClient,
  type SolanaCluster,
  solana,
  wallet,
} from '@sallyport/core'

/** A transaction as wire bytes, or an object of another library that serializes to them. */
export type SolanaTransaction = Uint8Array | { serialize(options?: object): Uint8Array }

/** A connection of `@solana/web3.js`; only its endpoint is used. */
export interface SolanaConnection {
  rpcEndpoint: string
}

/** Options of one Solana request. */
export interface SolanaRequestOptions {
  uiOptions?: RequestUiOptions
  /** Default: the user's first embedded Solana wallet. */
  address?: string
  /** Default: the first configured cluster. */
  cluster?: SolanaCluster['name']
  /** Instead of `cluster`: the configured cluster at the endpoint of this connection. */
  connection?: SolanaConnection
}

/**
 * The wallet to sign with: at `address`, else the first embedded Solana wallet of the user; an imported one where there is no other.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`.
 */
export function requireWallet(client: SallyportClient, address: string | undefined) {
  if (!client.state.user) throw new ClientError('must_be_authenticated')
  const wallets = wallet.list(client, 'solana')
  const chosen =
    address === undefined
      ? (wallet.primaryOf(wallets, 'solana') ?? wallets[0])
      : wallets.find((each) => each.address === address)
  if (!chosen) throw new ClientError('embedded_wallet_not_found')
  return solana.getWallet(client, chosen.address)
}

/**
 * The options of a request as the core wallet takes them, with the cluster by its name.
 *
 * @throws RpcError 4901 when no configured cluster has the endpoint of the connection.
 */
export function coreOptions(client: SallyportClient, options: SolanaRequestOptions) {
  const {
    uiOptions = {},
    connection,
    cluster = connection && clusterAt(client, connection),
  } = options
  return { ...uiOptions, ...(cluster === undefined ? {} : { cluster }) }
}

/** The name of the configured cluster at the endpoint of a connection: the screen and the request must use the same one. */
function clusterAt({ options }: SallyportClient, { rpcEndpoint }: SolanaConnection) {
  const plain = (url: string) => url.replace(/\/+$/, '')
  const found = solana
    .clustersOf(options)
    .find((each) => plain(solana.clusterUrlOf(each)) === plain(rpcEndpoint))
  if (found) return found.name
  const message =
    'No cluster in `solanaClusters` has the rpcUrl of this connection. Add it to the config'
  throw new RpcError(4901, { message })
}

/** The wire bytes of a transaction. */
export function toBytes(transaction: SolanaTransaction): Uint8Array {
  if (transaction instanceof Uint8Array) return transaction
  // The transaction is not signed yet, and other libraries refuse to serialize it unless told so.
  return transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
}
