import { createHmac, generateKeyPairSync } from 'node:crypto'
import { userIdPrefix } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import { describe, expect, test } from 'vitest'
import { fakeToken, fakeTokens, signToken } from '../testing/fake-token.js'
import { appId, errorOf, openPage } from '../testing/rig.js'

const part = (value: unknown) => toBase64url(new TextEncoder().encode(JSON.stringify(value)))
const claims = {
  sub: `${userIdPrefix}ada`,
  aud: appId,
  iss: fakeTokens.issuer,
  sid: 'session',
  iat: 0,
  exp: 3600,
}
const fakeKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const otherKey = (kid: string) => ({ kid, privateKey: fakeKey.privateKey })
const { x = '', y = '' } = fakeKey.publicKey.export({ format: 'jwk' })
const [, body = ''] = fakeToken(claims.sub, appId).split('.')

/** A page whose server answers every call of the wallet, and tells which were made. */
function setup(answer: (path: string) => Response = () => Response.json({})) {
  const calls: string[] = []
  let nowMs = 0
  const fetch: typeof globalThis.fetch = async (url) => {
    const path = new URL(String(url)).pathname.replace('/api/v1', '')
    calls.push(path)
    return answer(path)
  }
  const key = toBase64url(new Uint8Array(65).fill(4))
  const page = openPage({
    server: { appId, fetch, vaultPublicKey: key, apiPublicKey: key },
    clock: { nowMs: () => nowMs, after: () => () => undefined },
  })
  const moveTo = (ms: number) => {
    nowMs = ms
  }
  /** How the page is answered that asks in the name of the token's owner. */
  const ask = async (accessToken: string) => {
    const answered = await page.send('privy:mfa:verify', { accessToken })
    return 'error' in answered ? errorOf(answered) : answered.data
  }
  return { ask, calls, moveTo, page }
}

const invalid = 'missing_or_invalid_token'
const jwks = `/apps/${appId}/jwks.json`

describe('an access token', () => {
  test('is taken when the app’s key has signed it', async () => {
    const { ask, calls } = setup()
    expect(await ask(signToken(claims))).toEqual({})
    expect(calls).toEqual([])
  })

  const hs256 = `${part({ alg: 'HS256', typ: 'JWT', kid: 'fake' })}.${part(claims)}`
  const publicKey = JSON.stringify(fakeTokens.keys[0])
  test.each([
    ['that nothing has signed', `${part({ alg: 'ES256', typ: 'JWT', kid: 'fake' })}.${body}.c2ln`],
    ['with `alg: none`', `${part({ alg: 'none', typ: 'JWT', kid: 'fake' })}.${part(claims)}.`],
    [
      'of HS256 with the public key as its secret',
      `${hs256}.${createHmac('sha256', publicKey).update(hs256).digest('base64url')}`,
    ],
    [
      'that another key has signed under the name of the app’s',
      signToken(claims, otherKey('fake')),
    ],
    ['of another issuer', signToken({ ...claims, iss: 'other.example' })],
    ['without an end', signToken({ ...claims, exp: undefined })],
    ['without a session, as an identity token', signToken({ ...claims, sid: undefined })],
    ['whose signature is not base64url', `${signToken(claims).replace(/\.[^.]*$/, '.')}***`],
  ])('T-30: %s is refused before a call is made', async (_, token) => {
    const { ask, calls } = setup()
    expect(await ask(token)).toBe(invalid)
    expect(calls).toEqual([])
  })

  test.each([
    ['several apps', [appId, 'other']],
    ['this app in a list', [appId]],
    ['another app', 'other'],
  ])('T-30: of %s is refused, although it is signed', async (_, aud) => {
    expect(await setup().ask(signToken({ ...claims, aud }))).toBe('error')
  })

  test('T-30: a user whose token is changed to another’s `sub` stays who they are', async () => {
    const { ask } = setup()
    const [head, , tail] = signToken(claims).split('.')
    expect(await ask(`${head}.${part({ ...claims, sub: `${userIdPrefix}eve` })}.${tail}`)).toBe(
      invalid,
    )
  })

  test('T-30: is refused once its time is over, by the server’s time, and 5 s are forgiven', async () => {
    const { ask, moveTo } = setup()
    const token = signToken(claims)
    moveTo(3_604_000)
    expect(await ask(token)).toEqual({})
    moveTo(3_606_000)
    expect(await ask(token)).toBe(invalid)
  })

  test('of a server whose clock was moved ahead after the page was made is taken', async () => {
    const later = { ...claims, iat: 9_000_000, exp: 9_003_600 }
    expect(await setup().ask(signToken(later))).toEqual({})
  })
})

describe('a key that the page does not have', () => {
  const token = signToken(claims, otherKey('next'))

  test('T-30: is asked for once and taken when the app lists it', async () => {
    const { ask, calls } = setup(() => Response.json({ keys: [{ kid: 'next', x, y }] }))
    expect(await ask(token)).toEqual({})
    expect(await ask(signToken({ ...claims, exp: 3700 }, otherKey('next')))).toEqual({})
    expect(calls).toEqual([jwks])
  })

  test('T-30: is refused when the app does not list it', async () => {
    const { ask, calls } = setup(() => Response.json({ keys: fakeTokens.keys }))
    expect(await ask(token)).toBe(invalid)
    expect(calls).toEqual([jwks])
  })

  test('error: is not decided about when the server cannot be reached, and asked for again', async () => {
    let isDown = true
    const { ask } = setup(() =>
      isDown ? new Response('', { status: 503 }) : Response.json({ keys: [{ kid: 'next', x, y }] }),
    )
    expect(await ask(token)).toBe('error')
    isDown = false
    expect(await ask(token)).toEqual({})
  })
})
