import { goneBackPage, loginPage, problemPage } from '../oauth/login-page.js'

const path = '/idmsa.apple.com/appleauth/auth/authorize/signin'

interface SignIn {
  /** Where the browser goes with a token for an app's native client, as its API token says. */
  nativeCallback: () => string
  issueToken: (account: string) => string
}

/**
 * Apple's sign-in for CloudKit: the page of a web client gets the token by a message to the page that opened it, a native
 * client by a redirect.
 *
 * @returns undefined for a request that is not for it.
 */
export async function answerAppleSignIn(
  { nativeCallback, issueToken }: SignIn,
  request: Request,
): Promise<Response | undefined> {
  const url = new URL(request.url)
  if (url.pathname !== path) return undefined
  const client = url.searchParams.get('client')
  if (client !== 'web' && client !== 'expo-ios') return html(problemPage('The client is missing.'))
  if (request.method === 'GET') {
    return html(loginPage({ provider: 'iCloud', action: `${url.pathname}${url.search}` }))
  }
  const form = new URLSearchParams(await request.text())
  const isAllowed = form.get('decision') !== 'cancel'
  const account = (form.get('name') ?? '').trim().toLowerCase().slice(0, 60) || 'ada'
  const token = isAllowed ? issueToken(account) : undefined
  if (client === 'web') {
    return html(goneBackPage(token ? { ckWebAuthToken: token } : { errorMessage: 'cancelled' }))
  }
  const target = new URL(nativeCallback())
  if (token) target.searchParams.set('ckWebAuthToken', token)
  return new Response(null, { status: 303, headers: { location: target.href } })
}

function html(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
