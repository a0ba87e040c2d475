import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ config: { telegramOrigin: 'https://oauth.telegram.example' } })
})
afterAll(() => kit.close())

/** Runs the script on a page that is replaced by a few functions. */
async function load() {
  const { body } = await kit.server.inject('/js/telegram-login.js')
  const listeners = new Set<(event: object) => void>()
  const popup = { focus: vi.fn(), closed: false }
  const opened: URL[] = []
  const page = {
    window: {} as {
      Telegram?: { Login: { auth(options: object, done: (answer: unknown) => void): void } }
    },
    location: { origin: 'https://app.example', href: 'https://app.example/x' },
    screen: { width: 800, height: 600 },
    open: (url: URL) => {
      opened.push(url)
      return popup
    },
    addEventListener: (_: string, listen: (event: object) => void) => listeners.add(listen),
    removeEventListener: (_: string, listen: (event: object) => void) => listeners.delete(listen),
  }
  new Function(...Object.keys(page), body)(...Object.values(page))
  const { Telegram } = page.window
  if (Telegram === undefined) throw new Error('The script defines nothing')
  const post = (event: object) => {
    for (const listen of [...listeners]) listen(event)
  }
  return { auth: Telegram.Login.auth, popup, opened, post }
}

test('the script opens Telegram’s window and hands its answer to the page', async () => {
  const { auth, popup, opened, post } = await load()
  const done = vi.fn()
  auth({ bot_id: '7', request_access: 'write', lang: 'en' }, done)
  expect(opened[0]?.href).toBe(
    'https://oauth.telegram.example/auth?bot_id=7&origin=https%3A%2F%2Fapp.example&request_access=write&lang=en&return_to=https%3A%2F%2Fapp.example%2Fx',
  )
  const data = JSON.stringify({ event: 'auth_result', result: { id: 1 } })
  post({ source: popup, origin: 'https://evil.example', data })
  post({ source: {}, origin: 'https://oauth.telegram.example', data })
  expect(done).not.toHaveBeenCalled()
  post({ source: popup, origin: 'https://oauth.telegram.example', data })
  post({ source: popup, origin: 'https://oauth.telegram.example', data })
  expect(done.mock.calls).toEqual([[{ id: 1 }]])
})

test('the script may be loaded by pages of other origins and is cached for a moment', async () => {
  const { headers } = await kit.server.inject('/js/telegram-login.js')
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
  })
})
