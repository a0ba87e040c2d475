import { headers, pageApi } from '@sallyport/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { call, send } from './http.js'
import { testAppId } from './test-kit/server.js'
import { cleanUp, setup } from './test-kit/setup.js'

const configKey = `GET /api/v1/apps/${testAppId}`
const params = { app_id: testAppId }

afterEach(cleanUp)

describe('send', () => {
  test('says who asks', async () => {
    const { tab, server } = await setup({}, { clientId: 'client-1' })

    await send(tab().environment, pageApi.app.config, { params })

    expect(server.seen[0]?.headers).toMatchObject({
      [headers.appId]: testAppId,
      [headers.clientId]: 'client-1',
      [headers.client]: expect.stringMatching(/^sallyport-core:\d/),
      [headers.analyticsId]: expect.stringMatching(/^[\da-f-]{14}4[\da-f]{3}-[89ab]/),
    })
  })

  test.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'repeats a GET once on %i',
    async (status) => {
      const { tab, server } = await setup()
      server.failNext(configKey, { status, body: {} })

      await send(tab().environment, pageApi.app.config, { params })

      expect(server.count(configKey)).toBe(2)
    },
  )

  test.each([400, 401, 403, 404, 422])('error: does not repeat a GET on %i', async (status) => {
    const { tab, server } = await setup()
    server.failNext(configKey, { status, body: { error: 'No', code: 'invalid_origin' } })

    const answer = send(tab().environment, pageApi.app.config, { params })

    await expect(answer).rejects.toMatchObject({ code: 'invalid_origin', status })
    expect(server.count(configKey)).toBe(1)
  })

  test('error: never repeats a POST', async () => {
    const { tab, server } = await setup()
    server.failNext('POST /api/v1/passwordless/init', { status: 503, body: '<html>' })

    const answer = send(tab().environment, pageApi.email.init, { body: { email: 'a@example.com' } })

    await expect(answer).rejects.toMatchObject({ code: 'internal_error', status: 503 })
    expect(server.count('POST /api/v1/passwordless/init')).toBe(1)
  })

  test('error: an unknown code becomes internal_error with the body in data', async () => {
    const { tab, server } = await setup()
    server.failNext(configKey, { status: 418, body: { error: 'Tea', code: 'teapot' } })

    const answer = send(tab().environment, pageApi.app.config, { params })

    await expect(answer).rejects.toMatchObject({
      code: 'internal_error',
      message: 'Tea',
      data: { code: 'teapot' },
    })
  })

  test('error: hands on the data of a refusal', async () => {
    const { tab, server } = await setup()
    const body = { error: 'Wait', code: 'too_many_requests', data: { retry_after: 7 } }
    server.failNext('POST /api/v1/passwordless/init', { status: 429, body })

    const answer = send(tab().environment, pageApi.email.init, { body: { email: 'a@example.com' } })

    await expect(answer).rejects.toMatchObject({ data: { retry_after: 7 } })
  })

  test('error: tells a silent server from an unreachable one', async () => {
    const { tab, server } = await setup()
    const { environment } = tab()
    server.hang(configKey)

    const silent = send(environment, pageApi.app.config, { params }, { timeoutMs: 30 })
    await expect(silent).rejects.toMatchObject({ code: 'client_request_timeout' })
    await server.close()

    const gone = send(environment, pageApi.app.config, { params })
    await expect(gone).rejects.toMatchObject({ code: 'offline' })
  })
})

describe('call', () => {
  test('error: asks for a login before a call of the user', async () => {
    const { tab, server } = await setup()

    const answer = call(tab(), pageApi.user.me, {})

    await expect(answer).rejects.toMatchObject({ code: 'must_be_authenticated' })
    expect(server.seen).toHaveLength(0)
  })
})
