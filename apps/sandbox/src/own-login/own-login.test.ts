import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ownLoginAnswers, ownLoginRoutes } from './own-login.js'

const nowMs = 1_700_000_000_000
let answer: keyof typeof ownLoginAnswers = 'right'
const routes = ownLoginRoutes({
  issuer: 'http://localhost:4402',
  audience: 'app',
  nowMs: () => nowMs,
  chosen: () => answer,
})
// Each handler reads no more of a call than its body.
const call = (path: string, body?: unknown) =>
  Promise.resolve().then(() =>
    routes.find((each) => each.path === path)?.handle({ body } as never),
  ) as Promise<{ token: string; keys: JsonWebKey[] }>

async function tokenWhen(chosen: typeof answer) {
  answer = 'right'
  const [jwk] = (await call('/own-login/jwks.json')).keys
  answer = chosen
  const { token } = await call('/own-login/token', { name: 'ada' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  return {
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()),
    isSigned: verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  }
}

test('its tokens are what the switch says', async () => {
  const right = { iss: 'http://localhost:4402', aud: 'app', sub: 'ada' }
  expect(await tokenWhen('right')).toMatchObject({ claims: right, isSigned: true })
  expect((await tokenWhen('expired')).claims.exp).toBeLessThan(nowMs / 1000)
  expect((await tokenWhen('other-audience')).claims.aud).not.toBe('app')
  expect(await tokenWhen('other-key')).toMatchObject({ claims: right, isSigned: false })
})

test('its keys are not read when it is down', async () => {
  answer = 'down'
  await expect(call('/own-login/jwks.json')).rejects.toThrow('Out of order')
})
