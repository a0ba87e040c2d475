import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { fromBase64url, toBase64url } from '@sallyport/crypto'
import { Refusal } from './refusal.js'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })

/** What pages verify the fake server's tokens with; its time is 1970. */
export const fakeTokens = { issuer: 'auth.example', nowMs: 0, keys: [{ kid: 'fake', x, y }] }

/** An access token of the fake server, for longer than a test lasts. */
export function fakeToken(userId: string, appId: string): string {
  const { issuer: iss } = fakeTokens
  return signToken({ sub: userId, aud: appId, iss, sid: 'session', exp: 1e9 })
}

/** A token of these claims, by the fake server's key unless another is given. */
export function signToken(
  claims: object,
  key: { kid: string; privateKey: KeyObject } = { kid: 'fake', privateKey },
): string {
  const part = (value: unknown) => toBase64url(new TextEncoder().encode(JSON.stringify(value)))
  const input = `${part({ alg: 'ES256', typ: 'JWT', kid: key.kid })}.${part(claims)}`
  const how = { key: key.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${input}.${toBase64url(new Uint8Array(sign('sha256', Buffer.from(input), how)))}`
}

/** Whose token it is. @throws Refusal when it is another app's. */
export function userOf(token: string, appId: string): string {
  const [, payload = ''] = token.split('.')
  const { sub, aud } = JSON.parse(new TextDecoder().decode(fromBase64url(payload)))
  if (aud !== appId) throw new Refusal('missing_or_invalid_token', 401)
  return sub
}
