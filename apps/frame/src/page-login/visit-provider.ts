import { oauthParameters, oauthRefused, pageLogins, type Session } from '@sallyport/contract'
import { CallFailure, type CallSender } from '../api/call-route.js'
import { bytesToBase64url } from '../base64.js'

/** Why a login at a provider opened no session. */
export class VisitFailed extends Error {
  override readonly name = 'VisitFailed'
  /** `noAccount`: no user of the app has this account. */
  readonly reason: 'noAccount' | 'visit'
  constructor(reason: VisitFailed['reason']) {
    super('The login at the provider did not end in a session')
    this.reason = reason
  }
}

/** What a visit to a provider touches outside the page. */
export interface VisitOutside {
  address: URL
  /** Text of this tab that survives the way to the provider and back; undefined where the browser refuses storage. */
  kept: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Leaves the page. */
  leaveFor(url: string): void
  /** Puts another address of this page in place of the present one, without loading it. */
  showAddress(url: string): void
}

interface VisitDeps {
  outside: VisitOutside
  send: CallSender
  webCrypto: Crypto
}

const key = 'sallyport:page-login'
const loggedOut = { accessToken: undefined, grant: undefined }

/**
 * Leaves for the login page of a provider, which returns to this page with `query` in its address.
 *
 * @throws VisitFailed where the app has no logins at the provider, or the browser keeps nothing for the return.
 */
export async function visitProvider(
  provider: string,
  query: Readonly<Record<string, string>>,
  { outside, send, webCrypto }: VisitDeps,
): Promise<void> {
  const { address, kept, leaveFor } = outside
  if (kept === undefined) throw new VisitFailed('visit')
  const random = () => bytesToBase64url(webCrypto.getRandomValues(new Uint8Array(36)))
  const [state, verifier] = [random(), random()]
  const hash = await webCrypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const returnTo = new URL(address.pathname, address.origin)
  for (const [name, value] of Object.entries(query)) returnTo.searchParams.set(name, value)
  const body = {
    // The server's settings name it; the server refuses others.
    provider: provider as 'google',
    redirect_to: returnTo.href,
    state_code: state,
    code_challenge: bytesToBase64url(new Uint8Array(hash)),
  }
  const { url } = await send(pageLogins.oauthInit, { body }, loggedOut).catch(refuseVisit)
  kept.setItem(key, JSON.stringify({ state, verifier }))
  leaveFor(url)
}

/**
 * The login that the address of this page brings back from a provider; undefined where it brings none that this tab has started. It is
 * taken once: the address shows it no more.
 */
export function takeReturn({
  outside,
  send,
}: Omit<VisitDeps, 'webCrypto'>): (() => Promise<Session>) | undefined {
  const { address, kept, showAddress } = outside
  const [code, state] = [oauthParameters.code, oauthParameters.state].map((name) =>
    address.searchParams.get(name),
  )
  if (code == null || state == null) return undefined
  for (const name of Object.values(oauthParameters)) address.searchParams.delete(name)
  showAddress(address.href)
  const started = readStarted(kept?.getItem(key))
  kept?.removeItem(key)
  if (started?.state !== state) return undefined
  return async () => {
    if (code === oauthRefused) throw new VisitFailed('visit')
    const body = { authorization_code: code, state_code: state, code_verifier: started.verifier }
    return send(pageLogins.oauth, { body }, loggedOut).catch(refuseVisit)
  }
}

function readStarted(text: string | null | undefined) {
  if (text == null) return undefined
  // This page has written it.
  return JSON.parse(text) as { state: string; verifier: string }
}

/** What the server said of the login, in the page's terms; what can be tried again as it is stays as it is. */
function refuseVisit(error: unknown): never {
  if (!(error instanceof CallFailure)) throw error
  if (error.code === null || error.code === 'too_many_requests') throw error
  throw new VisitFailed(error.code === 'user_does_not_exist' ? 'noAccount' : 'visit')
}
