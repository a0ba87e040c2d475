import { afterEach, describe, expect, test } from 'vitest'
import { sessions } from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

const wire = {
  id: 'one',
  device: { name: 'Firefox on Linux', browser: 'Firefox', os: 'Linux' },
  created_at: 1_750_000_000,
  last_used_at: 1_750_003_600,
  is_current: true,
  device_revoked: false,
}

async function signedIn() {
  const world = await setup()
  const client = await world.signedIn()
  const { server } = world
  const bodyOf = (path: string) => server.seen.findLast((each) => each.path === path)?.body
  return { client, server, bodyOf }
}

describe('sessions', () => {
  test('lists them in the words of this package', async () => {
    const { client, server } = await signedIn()
    server.failNext('GET /api/v1/users/me/sessions', { status: 200, body: { sessions: [wire] } })

    expect(await sessions.list(client)).toEqual([
      {
        id: 'one',
        browser: 'Firefox',
        system: 'Linux',
        place: null,
        createdAt: new Date(1_750_000_000_000),
        lastUsedAt: new Date(1_750_003_600_000),
        isCurrent: true,
        isDeviceRevoked: false,
      },
    ])
  })

  test('ends one, or all others', async () => {
    const { client, server, bodyOf } = await signedIn()
    const path = '/api/v1/users/me/sessions/revoke'
    const done = { status: 200, body: { success: true } }
    server.failNext(`POST ${path}`, done, done)

    await sessions.end(client, { sessionId: 'one' })
    expect(bodyOf(path)).toEqual({ session_id: 'one' })
    await sessions.endOthers(client)
    expect(bodyOf(path)).toEqual({ others: true })
  })

  test('gives what happened, in pages', async () => {
    const { client, server } = await signedIn()
    const event = {
      id: '7',
      kind: 'logged_in',
      user_id: null,
      session_id: 'one',
      created_at: 1_750_000_000,
      data: { browser: 'Firefox' },
    }
    const key = 'GET /api/v1/users/me/activity?cursor=9&limit=1'
    server.failNext(key, { status: 200, body: { data: [event], next_cursor: '7' } })

    expect(await sessions.activity(client, { cursor: '9', limit: 1 })).toEqual({
      events: [
        {
          id: '7',
          kind: 'logged_in',
          at: new Date(1_750_000_000_000),
          sessionId: 'one',
          browser: 'Firefox',
          system: null,
          place: null,
          by: null,
        },
      ],
      nextCursor: '7',
    })
  })
})
