import { headers } from '@sallyport/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { sms } from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

const phoneNumber = '+12015550123'

describe('linking', () => {
  test('starts with the user’s token, shows the changed user and fetches fresh tokens', async () => {
    const { signedIn, server } = await setup()
    const client = await signedIn()
    const before = client.session.tokens.access()
    await sms.sendLinkCode(client, { phoneNumber })
    const user = await sms.link(client, { phoneNumber, code: '123456' })

    expect(user.phone?.number).toBe(phoneNumber)
    expect(client.state.user?.phone?.number).toBe(phoneNumber)
    expect(client.session.tokens.access()).not.toBe(before)
    const init = server.seen.find(({ path }) => path.endsWith('/passwordless_sms/init'))
    expect(init?.headers.authorization).toBe(`Bearer ${before}`)
    expect(server.count('POST /api/v1/sessions')).toBe(1)
  })

  test('succeeds although no fresh tokens can be fetched', async () => {
    const { signedIn, server } = await setup()
    const client = await signedIn()
    const failure = { status: 500, body: { error: 'Down', code: 'internal_error' } }
    server.failNext('POST /api/v1/sessions', failure, failure)
    const user = await sms.link(client, { phoneNumber, code: '123456' })
    expect([user.phone?.number, client.state.user?.phone?.number]).toEqual([
      phoneNumber,
      phoneNumber,
    ])
  })

  const unproven = {
    status: 401,
    body: { error: 'Log in again', code: 'missing_or_invalid_wallet_grant' },
  }
  const path = 'POST /api/v1/passwordless_sms/link'

  test('P1: the wallet frame proves that this browser logged in, where the server asks', async () => {
    const { signedIn, server, frame } = await setup()
    const client = await signedIn()
    const tokens: unknown[] = []
    frame.handlers['sallyport:grant:prove'] = ({ accessToken }) => {
      tokens.push(accessToken)
      return { proof: `proof ${tokens.length}` }
    }
    const expired = { status: 401, body: { error: 'x', code: 'missing_or_invalid_token' } }
    server.failNext(path, unproven, expired)

    const user = await sms.link(client, { phoneNumber, code: '123456' })

    expect(user.phone?.number).toBe(phoneNumber)
    const links = server.seen.filter((each) => each.path.endsWith('/passwordless_sms/link'))
    const proofs = links.map((each) => each.headers[headers.walletGrant])
    // A token that is refreshed in between has a proof of its own.
    expect(proofs).toEqual([undefined, 'proof 1', 'proof 2'])
    const asked = links.slice(1).map((each) => each.headers.authorization)
    expect(tokens.map((token) => `Bearer ${token}`)).toEqual(asked)
  })

  test('P8 V1: what the server wants confirmed is shown in the wallet frame, which makes the call', async () => {
    const { signedIn, server, frame } = await setup()
    const client = await signedIn()
    const waiting = {
      status: 403,
      body: { error: 'x', code: 'confirmation_required', data: { request: 'sealed' } },
    }
    const asked: object[] = []
    frame.handlers['sallyport:request:confirm'] = (data) => {
      asked.push(data)
      const [user = {}] = server.users()
      return { answer: user }
    }
    server.failNext(path, waiting)

    await sms.link(client, { phoneNumber, code: '123456' })

    const accessToken = expect.any(String)
    expect(asked).toEqual([{ accessToken, request: 'sealed', theme: 'system', accent: null }])
    // By this the server knows that the client shows it.
    const sent = server.seen.find((each) => each.path.endsWith('/passwordless_sms/link'))
    expect(sent?.headers[headers.client]).toMatch(/^sallyport-core:/)

    frame.handlers['sallyport:request:confirm'] = () => {
      throw { type: 'user_rejected', message: 'The request was rejected' }
    }
    server.failNext(path, waiting)
    const declined = sms.link(client, { phoneNumber, code: '123456' })
    await expect(declined).rejects.toMatchObject({ code: 4001 })
  })

  test('the confirmation in the wallet frame has the colours of the page', async () => {
    const look = () => ({ theme: 'dark', accentColor: '#112233' })
    const { signedIn, server, frame } = await setup({}, { look })
    const asked: object[] = []
    frame.handlers['sallyport:request:confirm'] = (data) => {
      asked.push(data)
      const [user = {}] = server.users()
      return { answer: user }
    }
    const client = await signedIn()
    const body = { error: 'x', code: 'confirmation_required', data: { request: 'sealed' } }
    server.failNext(path, { status: 403, body })
    await sms.link(client, { phoneNumber, code: '123456' })
    expect(asked).toMatchObject([{ theme: 'dark', accent: '#112233' }])
  })

  test('error: the wallet frame has no proof, or is not there', async () => {
    const { signedIn, server, frame } = await setup()
    const client = await signedIn()
    const outcome = () =>
      sms.link(client, { phoneNumber, code: '123456' }).catch(({ code }) => code)
    frame.handlers['sallyport:grant:prove'] = () => ({ proof: null })
    server.failNext(path, unproven)
    expect(await outcome()).toBe('missing_or_invalid_wallet_grant')
    frame.handlers['sallyport:grant:prove'] = () => {
      throw { type: 'error', message: 'An older frame' }
    }
    server.failNext(path, unproven)
    expect(await outcome()).toBe('missing_or_invalid_wallet_grant')
  })

  test('error: a wrong code changes nothing', async () => {
    const { signedIn } = await setup()
    const client = await signedIn()
    const linking = sms.link(client, { phoneNumber, code: '000000' })
    await expect(linking).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(client.state.user?.phone).toBeUndefined()
  })

  test('error: without a session', async () => {
    const { tab } = await setup()
    const client = tab()
    await client.start()
    const started = sms.sendLinkCode(client, { phoneNumber })
    await expect(started).rejects.toMatchObject({ code: 'must_be_authenticated' })
  })
})
