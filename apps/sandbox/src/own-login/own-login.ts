import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { HttpError, type OriginRoute } from '../http/origin.js'

/** What the token of the demo's login is: right, or wrong in one way. */
export const ownLoginAnswers = {
  right: 'with a valid token',
  expired: 'with an expired token',
  'other-audience': 'with a token for another app',
  'other-key': 'with a token signed by another key',
  down: 'and its keys can’t be read',
} as const
type OwnLoginAnswer = keyof typeof ownLoginAnswers

/**
 * The routes of a login that the demo has of its own, to show how an app brings its users along: it publishes its key and
 * signs a token for any name.
 */
export function ownLoginRoutes(options: {
  issuer: string
  audience: string
  nowMs: () => number
  chosen: () => OwnLoginAnswer
}): OriginRoute[] {
  const { issuer, audience, nowMs, chosen } = options
  // A new key at each start: the server reads the published one again when a token names a key it does not know.
  const { privateKey, publicKey } = newKeys()
  const other = newKeys()
  const kid = `own-${nowMs()}`
  return [
    {
      method: 'GET',
      path: '/own-login/jwks.json',
      handle: () => {
        if (chosen() === 'down') throw new HttpError(503, 'Out of order')
        return {
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }],
        }
      },
    },
    {
      method: 'POST',
      path: '/own-login/token',
      handle: ({ body }) => {
        const name = typeof body === 'object' && body !== null ? Reflect.get(body, 'name') : ''
        if (typeof name !== 'string' || !/^[\w.@-]{1,60}$/.test(name)) {
          throw new HttpError(400, 'name must have 1 to 60 letters or digits')
        }
        const mode = chosen()
        const iat = Math.floor(nowMs() / 1000) - (mode === 'expired' ? 3600 : 0)
        const aud = mode === 'other-audience' ? `${audience}-other` : audience
        const claims = { iss: issuer, aud, sub: name, iat, exp: iat + 300 }
        const key = mode === 'other-key' ? other.privateKey : privateKey
        return { token: signToken(claims, { privateKey: key, kid }) }
      },
    },
  ]
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function signToken(
  claims: object,
  { privateKey, kid }: { privateKey: KeyObject; kid: string },
): string {
  const input = [{ alg: 'ES256', typ: 'JWT', kid }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}
