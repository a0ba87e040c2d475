import { api } from '@sallyport/contract'
import { generateSealKeyPair, toBase64url } from '@sallyport/crypto'
import { callRoute, type Server } from './call.js'
import { fetchThrough } from './deployment.js'
import type { SignedIn, TestKit } from './kit.js'
import {
  authShareBody,
  confirmBody,
  createBody,
  createTestDevice,
  readBack,
  type TestDevice,
} from './test-device.js'
import { recoverBody } from './test-recovery.js'

/* A browser of a production app without a screen: its calls go through the TLS proxy. */

/** The port of the proxy, and the file of the browser's cookies. */
export interface ProxyBrowser {
  proxy: number
  jar: string
}

/** The options of curl that keep cookies in a file. */
export const withCookies = (jar: string): string[] => ['--cookie', jar, '--cookie-jar', jar]

/** The settings that a page of the wallet frame holds. */
export const settingsOf = (page: unknown) =>
  JSON.parse(/id="sallyport-frame">([^<]*)</.exec(String(page))?.[1] ?? '{}')

/** Creates a wallet as the frame does, over the proxy, with the keys that the page names. */
export async function makeWallet(
  browser: ProxyBrowser,
  { appId, session }: { appId: string; session: SignedIn },
): Promise<TestDevice> {
  const keys = settingsOf(await fetchThrough(browser.proxy, `/apps/${appId}/embedded-wallets`))
  const call = callThrough(browser, appId)
  const frame = { token: session.token, origin: 'https://auth.example.com' }
  const { apiPublicKey, vaultPublicKey } = keys
  const device = await createTestDevice({ appId, userId: session.user.id, apiPublicKey })
  const body = await createBody(device, vaultPublicKey)
  const { body: stored } = await call(api.embeddedWallet.create, { body }, frame)
  await readBack({ call }, device, frame)
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const receipt = 'receipt' in stored ? String(stored.receipt) : ''
  const { publicKey } = await generateSealKeyPair()
  // The vault notes that the user has this wallet.
  const readBackKey = { read_back_public_key: toBase64url(publicKey) }
  const confirmation = { params, body: { ...(await confirmBody(device, receipt)), ...readBackKey } }
  await call(api.embeddedWallet.confirm, confirmation, frame)
  return device
}

/** The statuses of the share for a signature and of a recovery. */
export async function openWallet(
  browser: ProxyBrowser,
  { appId, session, device }: { appId: string; session: SignedIn; device: TestDevice },
): Promise<number[]> {
  const call = callThrough(browser, appId)
  const frame = { token: session.token, origin: 'https://auth.example.com' }
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const { body: share } = await authShareBody(device)
  const asked = await recoverBody(device, frame)
  const recovery = { params: { wallet_id: device.walletId }, body: asked.body }
  return [
    (await call(api.embeddedWallet.authShare, { params, body: share }, frame)).status,
    (await call(api.embeddedWallet.recover, recovery, frame)).status,
  ]
}

/** The kit's function that calls a route, over the proxy. */
export function callThrough({ proxy, jar }: ProxyBrowser, appId: string): TestKit['call'] {
  const inject: InjectThrough = async ({ url, method = 'GET', headers, payload }) => {
    const given = {
      headers: { ...headers },
      curl: withCookies(jar),
      ...(payload && { body: payload }),
    }
    const answer = await fetchThrough(proxy, url, given, method)
    const isRefused = typeof answer === 'object' && answer !== null && 'code' in answer
    return {
      statusCode: isRefused ? 400 : 200,
      payload: JSON.stringify(answer),
      headers: {},
      json: () => answer,
    }
  }
  // Of the server only `inject` is used, with these options.
  const server = { inject } as unknown as Server
  // The same types, which TypeScript does not compare while the route is open.
  return ((route, input, options) =>
    callRoute({ server, appId }, route, input, options)) as TestKit['call']
}

type InjectThrough = (options: {
  url: string
  method?: string
  headers?: Record<string, string>
  payload?: object
}) => Promise<unknown>
