import { userIdPrefix } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import { describe, expect, test } from 'vitest'
import { fakeToken } from '../testing/fake-token.js'
import { appId, dataOf, errorOf, openPage } from '../testing/rig.js'

interface Seen {
  path: string
  body: unknown
  factor: string | null
}

const part = (value: object) => toBase64url(new TextEncoder().encode(JSON.stringify(value)))
/** A token of fifteen minutes, by a clock of the server's own. */
const factorToken = `${part({})}.${part({ iat: 9_000_000, exp: 9_000_900 })}.c2ln`

/** A page whose server takes the code 204816, and tells what was sent. */
function setup(answers: Record<string, () => Response> = {}) {
  const seen: Seen[] = []
  let nowMs = 0
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = new URL(String(url)).pathname.replace('/api/v1', '')
    const body = JSON.parse(String(init?.body))
    seen.push({ path, body, factor: new Headers(init?.headers).get('privy-mfa-token') })
    const given = answers[path]?.()
    if (given) return given
    const isVerify = path.endsWith('/verify')
    if (isVerify && body.code !== '204816') return refuse(400, 'missing_or_invalid_mfa')
    if (path.endsWith('/totp/init'))
      return Response.json({ totpSecret: 'A', totpAuthUrl: 'otpauth://' })
    if (path.endsWith('/recovery_codes/init')) return Response.json({ codes: ['ABCDE-23456'] })
    return Response.json({ success: true, token: factorToken })
  }
  const key = toBase64url(new Uint8Array(65).fill(4))
  const page = openPage({
    server: { appId, fetch, vaultPublicKey: key, apiPublicKey: key },
    clock: { nowMs: () => nowMs, after: () => () => undefined },
  })
  const ada = { accessToken: fakeToken(`${userIdPrefix}ada`, appId) }
  const moveTo = (ms: number) => {
    nowMs = ms
  }
  return { page, seen, ada, moveTo }
}

const refuse = (status: number, code: string, more: HeadersInit = {}) =>
  Response.json({ error: 'Refused', code }, { status, headers: more })
const right = { mfaMethod: 'totp', mfaCode: '204816' }
const enrolled = { isEnrolled: true }

describe('privy:mfa:verify', () => {
  test('is answered {} for a user without a second factor, so that a key export goes on', async () => {
    const { page, ada, seen } = setup()

    expect(dataOf(await page.send('privy:mfa:verify', ada))).toEqual({})
    expect(seen).toEqual([])
  })

  test('a user with factors is asked until one is proven, and not again for as long as that counts', async () => {
    const { page, ada, moveTo } = setup()
    const verify = (proof = {}) => page.send('privy:mfa:verify', { ...ada, ...enrolled, ...proof })

    expect(errorOf(await verify())).toBe('missing_or_invalid_mfa')
    expect(errorOf(await verify({ ...right, mfaCode: '111111' }))).toBe('missing_or_invalid_mfa')
    expect(dataOf(await verify(right))).toEqual({})
    moveTo(899_000)
    expect(dataOf(await verify())).toEqual({})
    moveTo(900_000)
    expect(errorOf(await verify())).toBe('missing_or_invalid_mfa')
  })

  test.each([
    [
      'a recovery code',
      { mfaMethod: 'recovery_code', mfaCode: '204816' },
      '/mfa/recovery_codes/verify',
    ],
    ['a text message', { mfaMethod: 'sms', mfaCode: '204816' }, '/mfa/passwordless_sms/verify'],
  ])('proves %s', async (_, proof, path) => {
    const { page, ada, seen } = setup()
    await page.send('privy:mfa:verify', { ...ada, ...proof })

    expect(seen.map((each) => each.path)).toEqual([path])
  })

  test('proves a passkey with the origin of the page that used it', async () => {
    const { page, ada, seen } = setup({
      '/mfa/passkeys/verify': () => Response.json({ token: factorToken }),
    })
    const assertion = {
      id: 'AQID',
      raw_id: 'AQID',
      type: 'public-key',
      client_extension_results: {},
      response: { client_data_json: 'AQID', authenticator_data: 'AQID', signature: 'AQID' },
    }
    const relyingParty = 'https://app.example'
    const proof = { mfaMethod: 'passkey', mfaCode: assertion, relyingParty }

    expect(dataOf(await page.send('privy:mfa:verify', { ...ada, ...proof }))).toEqual({})
    expect(seen[0]?.body).toMatchObject({ relying_party: relyingParty })
  })

  test.each([
    ['of no known kind', { mfaMethod: 'toString', mfaCode: '204816' }],
    ['that is not a text', { mfaMethod: 'totp', mfaCode: { code: '204816' } }],
  ])('a factor %s is refused and sent nowhere', async (_, proof) => {
    const { page, ada, seen } = setup()
    const answer = await page.send('privy:mfa:verify', { ...ada, ...proof })

    expect(errorOf(answer)).toBe('invalid_request_arguments')
    expect(seen).toEqual([])
  })

  test('a pause that the server wants is passed on with its length', async () => {
    const { page, ada } = setup({
      '/mfa/totp/verify': () => refuse(429, 'too_many_requests', { 'retry-after': '300' }),
    })
    const answer = await page.send('privy:mfa:verify', { ...ada, ...right })

    expect(answer).toMatchObject({
      error: { type: 'error', message: 'Too many attempts, code 429. Try again in 300 s' },
    })
  })

  test('error: needs a token of the app', async () => {
    const { page } = setup()

    expect(errorOf(await page.send('privy:mfa:verify', { accessToken: 'x' }))).toBe('error')
  })
})

describe('changes of factors', () => {
  test('carry the factor that was proven, which is forgotten when the server takes it no longer', async () => {
    let isExpired = false
    const { page, ada, seen } = setup({
      '/mfa/totp/unenroll': () =>
        isExpired ? refuse(401, 'expired_or_invalid_mfa_token') : Response.json({ success: true }),
    })
    const unenroll = (proof = {}) =>
      page.send('privy:mfa:unenroll', { ...ada, method: 'totp', ...proof })
    expect(dataOf(await unenroll(right))).toEqual({})
    isExpired = true
    expect(errorOf(await unenroll())).toBe('missing_or_invalid_mfa')
    await unenroll()

    const sent = seen.filter(({ path }) => path === '/mfa/totp/unenroll')
    expect(sent.map(({ factor }) => factor)).toEqual([factorToken, factorToken, null])
  })

  test('a factor that was just added counts as proven', async () => {
    const { page, ada } = setup()
    const init = await page.send('privy:mfa:init-enrollment', { ...ada, method: 'totp' })
    expect(dataOf(init)).toEqual({ method: 'totp', secret: 'A', authUrl: 'otpauth://' })
    await page.send('privy:mfa:submit-enrollment', { ...ada, method: 'totp', code: '204816' })

    expect(dataOf(await page.send('privy:mfa:verify', { ...ada, ...enrolled }))).toEqual({})
    expect(dataOf(await page.send('sallyport:mfa:recovery-codes', ada))).toEqual({
      codes: ['ABCDE-23456'],
    })
  })

  test.each([
    ['sms', '/mfa/passwordless_sms/enroll', 'twilio_verification_failed'],
    ['totp', '/mfa/totp/enroll', 'invalid_credentials'],
  ] as const)(
    'a wrong code of %s is not a demand for another factor',
    async (method, path, type) => {
      const { page, ada } = setup({ [path]: () => refuse(422, 'invalid_credentials') })
      const data = { ...ada, method, code: '111111', phoneNumber: '+14155550199' }

      expect(errorOf(await page.send('privy:mfa:submit-enrollment', data))).toBe(type)
    },
  )

  test('logging out forgets what was proven', async () => {
    const { page, ada } = setup()
    await page.send('privy:mfa:verify', { ...ada, ...right })
    await page.send('privy:mfa:clear', { userId: `${userIdPrefix}ada` })

    const answer = await page.send('privy:mfa:verify', { ...ada, ...enrolled })
    expect(errorOf(answer)).toBe('missing_or_invalid_mfa')
  })

  test('what one user has proven opens nothing of another', async () => {
    const { page, ada, seen } = setup()
    await page.send('privy:mfa:verify', { ...ada, ...right })
    const eve = { accessToken: fakeToken(`${userIdPrefix}eve`, appId) }
    const answer = await page.send('privy:mfa:verify', { ...eve, ...enrolled })
    await page.send('sallyport:mfa:recovery-codes', eve)

    expect(errorOf(answer)).toBe('missing_or_invalid_mfa')
    expect(seen.at(-1)).toMatchObject({ factor: null })
  })
})

test.each(['privy:wallets:set-recovery', 'privy:mfa:toString'])(
  'error: %s is refused as an unknown event',
  async (event) => {
    const { page, ada } = setup()
    // Not in the table, and so not in the type of `send` either.
    const send = page.send as (event: string, data: object) => ReturnType<typeof page.send>

    expect(await send(event, ada)).toMatchObject({ error: { type: 'invalid_request_arguments' } })
  },
)
