import { ApiError, crossAppApi, crossAppMethods } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { accessToken, findAccount } from '../cross-app/accounts.js'
import { askWindow } from '../cross-app/ask-window.js'
import { ClientError, RpcError } from '../errors.js'
import { send } from '../http.js'
import { type OAuthWindow, openWindow } from '../oauth-window.js'
import { isSameAddress } from '../wallet/accounts.js'

/** Another app whose users may bring their wallets to this one. */
export interface CrossAppConnection {
  appId: string
  name: string
  /** A web address; null when the app has no icon. */
  iconUrl: string | null
  /** Its wallets are shown and may not be asked to sign. */
  isReadOnly: boolean
  /** Where its users are asked to sign. */
  transactUrl: string
  /** Origins that may answer from its window; undefined where the server does not say, as for a page of the app's own that is asked. */
  answerOrigins: readonly string[] | undefined
}

/** What requests to a wallet of another app have in common. */
export interface WalletRequest {
  address: string
  /** An empty window that was opened while a press was handled; absent: one is opened now. Closed in the end. */
  opened?: OAuthWindow | undefined
}

/** A transaction; numbers and bigints are sent as hex. */
export type CrossAppTransaction = { chainId: number } & Readonly<Record<string, unknown>>

const connectionsKey = 'cross-app-connections'

/**
 * The apps whose wallets users may bring along, as both apps' settings say. Asked for once per client.
 *
 * @throws ApiError, ClientError `offline`, `client_request_timeout`; the next call asks again.
 */
export function connections(client: SallyportClient): Promise<readonly CrossAppConnection[]> {
  const { kept } = client
  const known = kept.get(connectionsKey) as Promise<readonly CrossAppConnection[]> | undefined // set below
  if (known !== undefined) return known
  const loading = loadConnections(client)
  kept.set(connectionsKey, loading)
  loading.catch(() => kept.delete(connectionsKey))
  return loading
}

/** The connection to an app; undefined when there is none. @throws as `connections`. */
export async function findConnection(
  client: SallyportClient,
  appId: string,
): Promise<CrossAppConnection | undefined> {
  return (await connections(client)).find((each) => each.appId === appId)
}

/**
 * Signs text with the wallet of another app (EIP-191); its user approves in a window of that app.
 *
 * @returns the signature as hex.
 * @throws RpcError 4100 for an address of no linked account, a read-only connection, and a permission that was withdrawn;
 *   4001 when the user declines or closes the window; ClientError `must_be_authenticated` without a token of the app: link its
 *   account again; `client_request_timeout` after 2 minutes; ApiError `cross_app_connection_not_allowed`.
 */
export function signMessage(
  client: SallyportClient,
  { message, ...request }: WalletRequest & { message: string },
): Promise<string> {
  const params = [message, request.address]
  return ask(client, request, { kind: 'message', params })
}

/** Signs typed data (EIP-712). @returns and throws as `signMessage`. */
export function signTypedData(
  client: SallyportClient,
  { typedData, ...request }: WalletRequest & { typedData: object },
): Promise<string> {
  const params = [request.address, typedData]
  return ask(client, request, { kind: 'typedData', params })
}

/** Signs and sends a transaction. @returns its hash. @throws as `signMessage`. */
export function sendTransaction(
  client: SallyportClient,
  { transaction, ...request }: WalletRequest & { transaction: CrossAppTransaction },
): Promise<string> {
  const { chainId } = transaction
  const params = [{ ...transaction, from: request.address }]
  return ask(client, request, { kind: 'transaction', params, chainId })
}

async function ask(
  client: SallyportClient,
  { address, opened: given }: WalletRequest,
  what: { kind: keyof typeof crossAppMethods; params: unknown[]; chainId?: number },
): Promise<string> {
  const { kind, params, chainId } = what
  let opened = given
  try {
    const account = findAccount(client, address)
    if (account === undefined) {
      throw new RpcError(4100, { message: 'Cannot request a signature with this wallet address' })
    }
    const { id } = account.providerApp
    // The browser lets a window open only while the press that asked is handled: before anything is awaited.
    opened ??= accessToken(client, id) === null ? undefined : (openWindow(client) ?? undefined)
    const connection = await findConnection(client, id)
    if (connection === undefined) throw new ApiError('cross_app_connection_not_allowed')
    if (connection.isReadOnly) {
      throw new RpcError(4100, { message: 'Cannot transact against a read-only provider app' })
    }
    const token = accessToken(client, id)
    if (token === null) {
      const message = 'Transactions require a valid token'
      throw new ClientError('must_be_authenticated', { message })
    }
    if (opened === undefined) {
      throw new RpcError(-32002, { message: 'Failed to initialize signature request' })
    }
    const isSmart = account.smartWallets.some((each) => isSameAddress(each.address, address))
    const method = crossAppMethods[kind][isSmart ? 'smart' : 'embedded']
    const request = { method, params, ...(chainId !== undefined && { chainId }) }
    return await askWindow(client, { opened, connection, token, request })
  } finally {
    opened?.close()
  }
}

async function loadConnections({
  environment,
}: SallyportClient): Promise<readonly CrossAppConnection[]> {
  const params = { app_id: environment.appId }
  const { connections: all } = await send(environment, crossAppApi.crossApp.connections, { params })
  return all.map((each) => ({
    answerOrigins: each.provider_app_answer_origins,
    appId: each.provider_app_id,
    name: each.provider_app_name,
    iconUrl: each.provider_app_icon_url,
    isReadOnly: each.read_only,
    transactUrl:
      each.provider_app_custom_auth_transact_url ??
      `${each.provider_app_custom_api_url ?? environment.apiUrl}/oauth/transact`,
  }))
}
