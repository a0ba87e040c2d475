import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendError, toApiError } from './errors.js'
import { limitFloods } from './flood.js'

test('T-22: a page can read that its network sent too many requests, and when to try again', async () => {
  const server = Fastify()
  const logger = { error: () => undefined, warn: () => undefined, info: () => undefined }
  server.setErrorHandler((error, _request, reply) =>
    sendError(reply, toApiError(error, logger as never)),
  )
  limitFloods(server, {
    config: { ipPointsPerMinute: 1 } as never,
    clock: { nowMs: () => 45_000 } as never,
  })
  server.get('/', async () => ({}))
  const get = () => server.inject({ url: '/', headers: { origin: 'https://shop.example' } })
  for (let request = 0; request < 10; request += 1) expect((await get()).statusCode).toBe(200)

  const refused = await get()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('too_many_requests')
  expect(refused.headers).toMatchObject({
    'retry-after': '15',
    'access-control-allow-origin': 'https://shop.example',
    'access-control-expose-headers': 'retry-after, x-request-id',
  })
})
