import { type CrossAppGrant, type CrossAppRequester, crossAppApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { call } from '../http.js'
import { ConnectionEnded, type CrossAppAnswer, isNotAllowed } from './cross-app-provider/answer.js'
import type { CrossAppArrival } from './cross-app-provider/arrival.js'
import { type CrossAppCall, readAppRequest, readCall } from './cross-app-provider/request.js'

export {
  answerUrl,
  type CrossAppAnswer,
  type CrossAppError,
  errorAnswer,
  refusal,
} from './cross-app-provider/answer.js'
export { type CrossAppArrival, readArrival } from './cross-app-provider/arrival.js'
export {
  addressOf,
  type CrossAppCall,
  type CrossAppOperation,
  operationOf,
} from './cross-app-provider/request.js'

const { crossApp } = crossAppApi
const keyOf = (requesterPublicKey: string) => `sallyport:cross-app:${requesterPublicKey}`

/** What a site or app asks for its user to decide. */
type Asking = Extract<CrossAppArrival, { kind: 'login' | 'connect' }>
/** What a connected site or app asks a wallet for. */
type Requesting = Extract<CrossAppArrival, { kind: 'transact' | 'request' }>

/**
 * Who asks the signed-in user.
 *
 * @throws ApiError `cross_app_connection_not_allowed`, `oauth_state_mismatch`.
 */
export async function describe(
  client: SallyportClient,
  asking: Asking,
): Promise<CrossAppRequester> {
  const { requester } =
    asking.kind === 'login'
      ? await call(client, crossApp.describeLogin, { body: { state: asking.state } })
      : await describeSite(client, asking.requesterOrigin)
  return requester
}

/** Lets the app of a login know the user's wallets; gives where the page goes. Throws as `describe`. */
export async function authorize(
  client: SallyportClient,
  { state }: { state: string },
): Promise<{ redirectTo: string }> {
  const answer = await call(client, crossApp.authorize, { body: { state } })
  return { redirectTo: answer.redirect_to }
}

/** Ends a login of another app without an account; gives where the page goes. Throws as `describe`. */
export async function refuse(
  client: SallyportClient,
  { state }: { state: string },
): Promise<{ redirectTo: string }> {
  const answer = await call(client, crossApp.refuse, { body: { state } })
  return { redirectTo: answer.redirect_to }
}

/**
 * Lets a site know one wallet of the user, and keeps the key that its requests are read with; gives what the site is told.
 *
 * @throws ApiError `cross_app_connection_not_allowed`; RpcError -32602 for a key of the site that is none.
 */
export async function connectSite(
  client: SallyportClient,
  { asking, address }: { asking: Extract<Asking, { kind: 'connect' }>; address: string },
): Promise<CrossAppAnswer> {
  const { requesterPublicKey, requesterOrigin } = asking
  const { createSeal, createSiteKeys } = await import('./cross-app-provider/seal.js')
  const keys = createSiteKeys()
  // Nothing is granted to a key that no request could be read with.
  await createSeal({ ...keys, publicKey: requesterPublicKey }).catch(
    unusable('The site’s key cannot be read'),
  )
  const { expires_at: exp } = await call(client, crossApp.connectSite, {
    body: {
      requester_origin: requesterOrigin,
      requester_public_key: requesterPublicKey,
      address,
    },
  })
  client.environment.storage.set(keyOf(requesterPublicKey), keys.privateKey)
  const type = 'PRIVY_CROSS_APP_CONNECT_RESPONSE'
  return { type, address, providerPublicKey: keys.publicKey, exp }
}

/** A request that the server has let through. */
export interface OpenedRequest {
  requester: CrossAppRequester
  /** The wallets it may use. */
  addresses: readonly string[]
  call: CrossAppCall
  /** Where the answer goes by redirect; null to tell the page that asked. */
  callbackUrl: string | null
  /** What the page that asked is told, encrypted where the request was. */
  answer(result: string): Promise<CrossAppAnswer>
}

/**
 * Reads a request, once the server has said that its sender may ask.
 *
 * @throws ApiError `cross_app_connection_not_allowed`; ConnectionEnded for a site that this browser keeps no key of; RpcError -32600 or
 *   -32602 for what cannot be read, 4100 for a site that only sees addresses.
 */
export async function openRequest(
  client: SallyportClient,
  arrival: Requesting,
): Promise<OpenedRequest> {
  return arrival.kind === 'request' ? openOfApp(client, arrival) : openOfSite(client, arrival)
}

async function openOfApp(
  client: SallyportClient,
  { token, request, mode }: Extract<Requesting, { kind: 'request' }>,
): Promise<OpenedRequest> {
  const read = readAppRequest(request, client.environment.clock.nowMs())
  const { callbackUrl } = read
  const body = { token, callback_url: callbackUrl }
  const { requester, addresses } = await call(client, crossApp.openRequest, { body })
  return {
    requester,
    addresses,
    call: read.call,
    callbackUrl: mode === 'redirect' ? callbackUrl : null,
    answer: async (result) => ({ type: 'PRIVY_CROSS_APP_ACTION_RESPONSE', result }),
  }
}

async function openOfSite(
  client: SallyportClient,
  arrival: Extract<Requesting, { kind: 'transact' }>,
): Promise<OpenedRequest> {
  const { requesterPublicKey, requesterOrigin, encryptedRequest: content, iv } = arrival
  const { storage } = client.environment
  const body = { requester_origin: requesterOrigin, requester_public_key: requesterPublicKey }
  const opened = await call(client, crossApp.openRequest, { body }).catch(async (error) => {
    if (!isNotAllowed(error)) throw error
    // It goes on, and so does its key.
    if (await isReadOnly(client, requesterOrigin)) {
      throw new RpcError(4100, { message: 'This connection may not ask for signatures' })
    }
    storage.remove(keyOf(requesterPublicKey))
    throw error
  })
  const privateKey = storage.get(keyOf(requesterPublicKey))
  if (typeof privateKey !== 'string') throw new ConnectionEnded()
  const { createSeal } = await import('./cross-app-provider/seal.js')
  const seal = await createSeal({ privateKey, publicKey: requesterPublicKey })
  const { text, isCompressed } = await seal
    .open({ content, iv })
    .catch(unusable('The request cannot be decrypted'))
  return {
    ...opened,
    call: readCall(text),
    callbackUrl: null,
    async answer(result) {
      const closed = await seal.close(result, isCompressed)
      const type = 'PRIVY_CROSS_APP_ACTION_RESPONSE'
      return { type, encryptedResult: closed.content, iv: closed.iv }
    },
  }
}

/** Takes why something of the site's could not be used. */
const unusable = (message: string) => (cause: unknown) => {
  throw new RpcError(-32602, { message, cause })
}

async function isReadOnly(client: SallyportClient, requesterOrigin: string): Promise<boolean> {
  try {
    return (await describeSite(client, requesterOrigin)).requester.read_only
  } catch {
    return false
  }
}

function describeSite(client: SallyportClient, requesterOrigin: string) {
  return call(client, crossApp.describeSite, { body: { requester_origin: requesterOrigin } })
}

/** An app or site that the user has connected. */
export interface ConnectedApp {
  id: string
  requester: CrossAppRequester
  addresses: readonly string[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

/** The apps and sites that the user has connected, the newest first. */
export async function connectedApps(client: SallyportClient): Promise<ConnectedApp[]> {
  const { grants } = await call(client, crossApp.grants, {})
  return grants.map(fromWire)
}

/** Disconnects an app or site: its next request is refused. Gives those that stay. */
export async function disconnect(
  client: SallyportClient,
  { id }: { id: string },
): Promise<ConnectedApp[]> {
  const { grants } = await call(client, crossApp.revoke, { body: { id } })
  return grants.map(fromWire)
}

function fromWire({ id, requester, addresses, ...at }: CrossAppGrant): ConnectedApp {
  return {
    id,
    requester,
    addresses,
    createdAt: new Date(at.created_at * 1000),
    expiresAt: new Date(at.expires_at * 1000),
    lastUsedAt: at.last_used_at === null ? null : new Date(at.last_used_at * 1000),
  }
}
