import { fromBase64url, toBase64url } from '@sallyport/crypto'
import { Refusal } from './refusal.js'

/** An access token of the fake server; its signature means nothing. */
export function fakeToken(userId: string, appId: string): string {
  const part = (value: unknown) => toBase64url(new TextEncoder().encode(JSON.stringify(value)))
  return `${part({ alg: 'ES256' })}.${part({ sub: userId, aud: appId })}.c2ln`
}

/** Whose token it is. @throws Refusal when it is another app's. */
export function userOf(token: string, appId: string): string {
  const [, payload = ''] = token.split('.')
  const { sub, aud } = JSON.parse(new TextDecoder().decode(fromBase64url(payload)))
  if (aud !== appId) throw new Refusal('missing_or_invalid_token', 401)
  return sub
}
