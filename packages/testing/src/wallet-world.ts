import { api, defaultPrefixes, type Route, type RouteInput } from '@sallyport/contract'
import { authOrigin } from './call.js'
import {
  type AuthorizationKey,
  authorizationSignature,
  createAuthorizationKey,
} from './delegated-wallet.js'
import { createTestKit, type TestKitOptions } from './kit.js'
import { createTestSigner, type TestSigner } from './test-signer.js'

export type WalletWorld = Awaited<ReturnType<typeof createWalletWorld>>

/** How a call of an app's back end is made. */
export interface WalletCallOptions {
  /** Keys that sign the request. */
  keys?: readonly AuthorizationKey[]
  idempotencyKey?: string
  /** Unix milliseconds. */
  expiry?: number
  /** Signatures by other means, before those of the keys. */
  signatures?: readonly string[]
  secret?: string
  appId?: string
}

/** An app whose back end has wallets: the real server and the real signer, over one database. */
export async function createWalletWorld(options: TestKitOptions = {}) {
  let signer: TestSigner | undefined
  const kit = await createTestKit({
    ...options,
    deps: {
      ...options.deps,
      signer: {
        call: (name, input) => {
          if (signer === undefined) throw new Error('The signer has not started')
          return signer.call(name, input)
        },
      },
    },
  })
  signer = await createTestSigner({ databaseUrl: kit.databaseUrl, clock: kit.clock })
  const running = signer

  /** Calls a route as the app's back end does, with signatures of its keys over what is sent. */
  const call = <R extends Route>(route: R, input: RouteInput<R>, given: WalletCallOptions = {}) => {
    // `RouteInput` has only the parts that the route declares.
    const parts = input as { params?: Record<string, string>; body?: object }
    const { keys = [], idempotencyKey, expiry, signatures = [] } = given
    const { secret = kit.appSecret, appId = kit.appId } = given
    const url = urlOf(route, parts)
    const { body } = parts
    const request = {
      ...{ method: route.method, url, appId, body: body ?? {}, idempotencyKey },
      ...(expiry !== undefined && { expiry: String(expiry) }),
    }
    const signed = [...signatures, ...keys.map((key) => authorizationSignature(request, key))]
    const headers = {
      ...(signed.length > 0 && { 'privy-authorization-signature': signed.join(',') }),
      ...(idempotencyKey && { 'privy-idempotency-key': idempotencyKey }),
      ...(expiry !== undefined && { 'privy-request-expiry': String(expiry) }),
    }
    return kit.call(route, input, { secret, appId, headers })
  }
  return {
    kit,
    signer: running,
    call,
    /** A new key of the app's back end. */
    newKey: createAuthorizationKey,
    /** A wallet of the app, with an owner where a key is given. */
    createWallet: async (fields: object = {}, owner?: AuthorizationKey) => {
      const body = {
        chain_type: 'ethereum',
        ...(owner && { owner: { public_key: owner.spki } }),
        ...fields,
      } as RouteInput<typeof api.serverWallets.create>['body']
      const answer = await call(api.serverWallets.create, { body })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body
    },
    close: async () => {
      await running.close()
      await kit.close()
    },
  }
}

/** The URL that a client of the deployment signs. */
function urlOf(route: Route, { params = {} }: { params?: Record<string, string> }): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? '')
  return authOrigin + (route.prefixes ?? defaultPrefixes)[0] + path
}
