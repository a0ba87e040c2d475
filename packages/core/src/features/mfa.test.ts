import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  errorCode,
  errorIndicatesMaxMfaRetries,
  errorIndicatesMfaTimeout,
  errorIndicatesMfaVerificationFailed,
  type MfaMethod,
  type MfaVerification,
  mfa,
  mfaEnrollment,
  sms,
  type WireUser,
} from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

const missing = { type: 'missing_or_invalid_mfa', message: '' }

function setFactors(users: readonly WireUser[], methods: readonly MfaMethod[]): void {
  for (const user of users) {
    user.mfa_methods = methods.map((type) => ({ type, verified_at: 1 }))
  }
}

/** A user with factors, and a frame that signs nothing without the code 204816 and remembers that it was given. */
async function withFactors(methods: readonly MfaMethod[] = ['totp']) {
  const asked: MfaVerification[] = []
  const askForFactor = (verification: MfaVerification) => void asked.push(verification)
  const world = await setup({}, { ui: async () => ({ askForFactor }) })
  let isProven = false
  const demand = ({ mfaCode, isEnrolled = true }: Record<string, unknown>) => {
    if (mfaCode === '204816') isProven = true
    if (isEnrolled && !isProven) throw missing
    return {}
  }
  world.frame.handlers['privy:mfa:verify'] = demand
  world.frame.handlers['privy:mfa:unenroll'] = demand
  const client = await world.signedIn()
  setFactors(world.server.users(), methods)
  await client.session.refresh()
  const submit = (code: string) => mfa.submit(client, 'totp', code)
  const asking = () => vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
  return { ...world, client, asked, submit, asking }
}

describe('an operation that needs a second factor', () => {
  test('tells the app, goes on with a right code, and is asked once for several operations', async () => {
    const { client, asked, submit, asking, frame } = await withFactors()
    const both = Promise.all([mfaEnrollment.unenroll(client, 'totp'), mfa.prompt(client)])
    await asking()
    expect(asked[0]?.methods).toEqual(['totp'])
    await submit('204816')
    await both

    expect(asked).toHaveLength(1)
    const proven = frame.posts.filter(({ data }) => data.mfaCode === '204816')
    expect(proven).toHaveLength(1)
    expect(proven[0]?.data).toMatchObject({ mfaMethod: 'totp', relyingParty: '' })
  })

  test('takes at most three codes', async () => {
    const { client, submit, asking, asked } = await withFactors()
    const operation = mfa.prompt(client)
    operation.catch(() => undefined)
    await asking()
    for (const left of [2, 1]) {
      await expect(submit('111111')).rejects.toSatisfy(errorIndicatesMfaVerificationFailed)
      expect(asked[0]?.triesLeft).toBe(left)
    }
    await expect(submit('111111')).rejects.toSatisfy(errorIndicatesMaxMfaRetries)

    await expect(operation).rejects.toSatisfy(errorIndicatesMaxMfaRetries)
    expect(mfa.current(client)).toBeNull()
    await expect(submit('204816')).rejects.toMatchObject({ code: 'not_supported' })
  })

  test('waits five minutes for each code', async () => {
    const { client, submit, asking, clock } = await withFactors()
    const operation = mfa.prompt(client)
    operation.catch(() => undefined)
    await asking()
    clock.advance(4 * 60_000)
    await expect(submit('111111')).rejects.toSatisfy(errorIndicatesMfaVerificationFailed)
    clock.advance(4 * 60_000)
    await Promise.resolve()
    expect(mfa.current(client)?.phase).toBe('asking')
    clock.advance(60_000)

    await expect(operation).rejects.toSatisfy(errorIndicatesMfaTimeout)
  })

  test('a pause that the server wants uses up no operation', async () => {
    const { client, submit, asking, frame } = await withFactors()
    const honest = frame.handlers['privy:mfa:verify']
    const operation = mfa.prompt(client)
    await asking()
    frame.handlers['privy:mfa:verify'] = () => {
      throw { type: 'error', message: 'Too many attempts, code 429. Try again in 60 s' }
    }
    await expect(submit('204816')).rejects.toThrow('code 429')
    if (honest) frame.handlers['privy:mfa:verify'] = honest
    await submit('204816')

    await operation
  })

  test('is cancelled by the app, and when another user logs in', async () => {
    const { client, asking, asked } = await withFactors()
    const operation = mfa.prompt(client)
    operation.catch(() => undefined)
    await asking()
    mfa.cancel(client)
    await expect(operation).rejects.toMatchObject({ type: 'mfa_cancelled' })

    const next = mfa.prompt(client)
    next.catch(() => undefined)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    client.session.clear()
    expect(errorCode(await next.catch((error: unknown) => error))).toBe('mfa_cancelled')
  })

  test('a user without factors is not asked, and has nothing to prove', async () => {
    const { client, asked } = await withFactors([])
    await mfa.prompt(client)

    expect(asked).toEqual([])
  })

  test('factors that were added in another browser are found out', async () => {
    const { client, server, asked, submit, frame } = await withFactors([])
    setFactors(server.users(), ['totp'])
    frame.handlers['privy:mfa:init-enrollment'] = ({ mfaCode }) => {
      if (mfaCode !== '204816') throw missing
      return { method: 'totp', secret: 'A', authUrl: 'otpauth://totp/A' }
    }
    const secret = mfaEnrollment.initTotp(client)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await submit('204816')

    expect(await secret).toEqual({ secret: 'A', authUrl: 'otpauth://totp/A' })
  })
})

test('a call of the page that needs a factor is made again once the frame has proven it', async () => {
  const { client, server, submit, asking, frame } = await withFactors()
  const key = 'POST /api/v1/passwordless_sms/link'
  const refused = { status: 401, body: { error: 'Missing', code: 'missing_or_invalid_mfa' } }
  server.failNext(key, refused)
  const linked = sms.link(client, { phoneNumber: '+12015550123', code: '123456' })
  await asking()
  await expect(submit('111111')).rejects.toSatisfy(errorIndicatesMfaVerificationFailed)
  await submit('204816')
  await linked

  expect(frame.events().filter((event) => event === 'privy:mfa:verify')).toHaveLength(2)
  expect(server.count(key)).toBe(2)
})

test('a token that the server refuses while the frame proves the factor is refreshed, and the call goes on', async () => {
  const { client, server, submit, asking, frame } = await withFactors()
  const key = 'POST /api/v1/passwordless_sms/link'
  server.failNext(key, { status: 401, body: { error: 'Missing', code: 'missing_or_invalid_mfa' } })
  const prove = frame.handlers['privy:mfa:verify']
  const tokens: unknown[] = []
  frame.handlers['privy:mfa:verify'] = (data: Record<string, unknown>) => {
    tokens.push(data.accessToken)
    if (tokens.length === 1) throw { type: 'missing_or_invalid_token', message: '' }
    return prove?.(data)
  }
  const linked = sms.link(client, { phoneNumber: '+12015550123', code: '123456' })
  await asking()
  await submit('204816')
  await linked

  expect(tokens).toHaveLength(2)
  expect(new Set(tokens).size).toBe(2)
})
