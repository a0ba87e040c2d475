import { describe, expect, test } from 'vitest'
import type { CallSender } from './call-route.js'
import { createRegisterKey } from './register-key.js'

/** A server that sees the cookies which `keepsCookies` lets arrive, as the real one does. */
function setup({
  keepsCookies,
  hasCookie = false,
}: {
  keepsCookies: boolean
  hasCookie?: boolean
}) {
  const bodies: unknown[] = []
  let isSent = hasCookie
  const send = (async (
    _route: unknown,
    { body }: { body: Record<string, unknown> },
    caller: unknown,
  ) => {
    bodies.push(body)
    expect(caller).toEqual({ accessToken: undefined, grant: undefined })
    if (isSent && !body.without_cookie) return { cookies: 'kept', wallet_key: null }
    if (!body.public_key) {
      isSent = keepsCookies
      return { cookies: 'unknown', wallet_key: null }
    }
    return { cookies: 'not_kept', wallet_key: `${body.public_key}.registered` }
  }) as unknown as CallSender
  let made = 0
  const publicKey = async () => {
    made += 1
    return 'key'
  }
  const ask = (withoutCookie = false) => createRegisterKey(send)({ withoutCookie, publicKey })
  return { ask, bodies, made: () => made }
}

const withKey = { public_key: 'key', without_cookie: false }

describe('createRegisterKey', () => {
  test('makes no key where the browser has a cookie of ours', async () => {
    const { ask, bodies, made } = setup({ keepsCookies: true, hasCookie: true })
    expect([await ask(), bodies, made()]).toEqual([null, [{}], 0])
  })

  test('registers none where a cookie that is set now comes back', async () => {
    const { ask, bodies } = setup({ keepsCookies: true })
    expect([await ask(), bodies]).toEqual([null, [{}, withKey]])
  })

  test('registers one where it does not, and again at the next login', async () => {
    const { ask, bodies } = setup({ keepsCookies: false })
    expect(await ask()).toBe('key.registered')
    expect(await ask()).toBe('key.registered')
    expect(bodies).toEqual([{}, withKey, {}, withKey])
  })

  test('registers one at once for logins at the app’s own address, whatever cookies are kept', async () => {
    const { ask, bodies } = setup({ keepsCookies: true, hasCookie: true })
    expect(await ask(true)).toBe('key.registered')
    expect(bodies).toEqual([{ public_key: 'key', without_cookie: true }])
  })
})
