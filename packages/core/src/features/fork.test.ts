import { afterEach, describe, expect, test } from 'vitest'
import { fork } from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import { createMemoryStorage } from '../test-kit/storage.js'

afterEach(cleanUp)

/** A server that forks the session of the last login once, as the wire reference says (§13). */
async function open() {
  const asked: unknown[] = []
  let login: Record<string, unknown> = {}
  let token: string | null = null
  const world = await setup(
    {},
    {
      async fetch(input, init) {
        const path = new URL(String(input)).pathname
        const body = init?.body ? JSON.parse(String(init.body)) : {}
        if (path.endsWith('/sessions/fork')) {
          asked.push(body)
          token = 'forked'
          const rotated = { token: login.token, refresh_token: 'rotated' }
          return Response.json({ ...rotated, new_session_refresh_token: token })
        }
        if (path.endsWith('/sessions/fork/recover')) {
          const isRight = token !== null && body.refresh_token === token
          token = null
          if (isRight) return Response.json({ ...login, refresh_token: 'of the fork' })
          return Response.json({ error: 'used', code: 'token_already_used' }, { status: 400 })
        }
        const answer = await fetch(input, init)
        if (path.endsWith('/passwordless/authenticate')) login = await answer.clone().json()
        return answer
      },
    },
  )
  return { ...world, asked }
}

describe('fork', () => {
  test('opens a session in another browser context once, and rotates this page’s tokens', async () => {
    const { signedIn, tab, asked } = await open()
    const client = await signedIn()
    const before = client.session.tokens.refresh()

    const token = await fork.start(client)

    expect(asked).toEqual([{ refresh_token: before }])
    expect(client.session.tokens.refresh()).toBe('rotated')
    expect(client.state.user).not.toBeNull()
    const other = tab({ storage: createMemoryStorage() })
    const user = await fork.recover(other, token)
    expect(user.id).toBe(client.state.user?.id)
    expect(other.session.tokens.refresh()).toBe('of the fork')
    await expect(fork.recover(other, token)).rejects.toMatchObject({ code: 'token_already_used' })
  })

  test('error: a page without a session has nothing to fork', async () => {
    const { tab } = await open()
    const client = tab()
    await client.start()

    await expect(fork.start(client)).rejects.toMatchObject({ code: 'must_be_authenticated' })
  })
})
