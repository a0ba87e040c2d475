// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SallyportClient } from '../client.js'
import { addCaptcha } from './add-captcha.js'
import type { CaptchaCheck, CaptchaUi } from './check.js'
import { solveCaptcha } from './check.js'
import { mountCaptcha, mountedCaptchaOf } from './mounted.js'

type Options = Record<string, unknown>
const rendered: Options[] = []
/** Of the service, which the test environment would not load. */
const scripts: HTMLScriptElement[] = []
vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
  for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node)
})
const remove = vi.fn()
const last = () => rendered.at(-1) as Record<string, (given?: string) => void>
const shown: CaptchaCheck[] = []
const timers: (() => void)[] = []
const ui: CaptchaUi = {
  look: () => ({ theme: 'dark', language: 'ar' }),
  addPlace() {
    const place = document.createElement('div')
    document.body.append(place)
    return place
  },
  show: (check) => void shown.push(check),
}

function clientWith(provider: string | null, key = 't:key'): SallyportClient {
  const client = {
    state: {
      config: {
        captcha_enabled: true,
        captcha_site_key: key,
        enabled_captcha_provider: provider,
        captcha_url: 'https://captcha.example',
      },
    },
    environment: {
      clock: { wait: () => new Promise<void>((resolve) => timers.push(resolve)) },
    },
    options: { ui: async () => ({ captcha: ui }) },
    kept: new Map(),
  }
  return client as unknown as SallyportClient // what the check reads of a client
}

/** Waits for the widget to be drawn that many times; the script of the service loads meanwhile. */
const drawn = (times: number) =>
  vi.waitFor(() => {
    for (const each of scripts) each.onload?.(new Event('load'))
    expect(rendered).toHaveLength(times)
  })
const settle = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  // Other files of this worker may have left something in the page.
  document.body.replaceChildren()
  rendered.length = 0
  shown.length = 0
  timers.length = 0
  remove.mockClear()
  const api = {
    render: (_: unknown, options: Options) => {
      rendered.push(options)
      return 'id'
    },
    remove,
    execute: vi.fn(),
  }
  Object.assign(window, { turnstile: api, hcaptcha: api })
})

describe('a check', () => {
  test('that asks nothing gives its token and shows nothing', async () => {
    const solving = solveCaptcha(clientWith('turnstile'))
    await drawn(1)
    last().callback?.('token')

    expect(await solving).toBe('token')
    expect(shown).toEqual([])
    expect(rendered[0]).toMatchObject({ sitekey: 'key', theme: 'dark', language: 'ar' })
    expect(remove).toHaveBeenCalledWith('id')
    expect(document.body.children).toHaveLength(0)
  })

  test('that asks is shown once, also when it asks anew, and is solved', async () => {
    const solving = solveCaptcha(clientWith('turnstile'))
    await drawn(1)
    last()['before-interactive-callback']?.()
    last()['timeout-callback']?.()
    last()['before-interactive-callback']?.()
    expect(shown).toHaveLength(1)
    expect(shown[0]?.phase).toBe('renewed')
    for (const pass of timers) pass()
    await settle()
    expect(shown[0]?.phase).toBe('renewed')
    last().callback?.('token')

    expect(await solving).toBe('token')
    expect(shown[0]?.phase).toBe('solved')
  })

  test.each([
    ['error-callback', 'failed'],
    ['unsupported-callback', 'unsupported'],
  ])('whose widget calls %s has %s, and can be tried again', async (callback, phase) => {
    const solving = solveCaptcha(clientWith('turnstile'))
    await drawn(1)
    const first = last()
    first[callback]?.()
    expect(shown[0]?.phase).toBe(phase)
    shown[0]?.retry()
    expect(shown[0]?.phase).toBe('running')
    await drawn(2)
    // The first widget is late.
    first.callback?.('old')
    last().callback?.('new')

    expect(await solving).toBe('new')
  })

  test('without a word for 20 s is late; giving up then is a time-out', async () => {
    const solving = solveCaptcha(clientWith('turnstile'))
    await drawn(1)
    for (const pass of timers) pass()
    await vi.waitFor(() => expect(shown[0]?.phase).toBe('late'))
    shown[0]?.cancel()

    await expect(solving).rejects.toMatchObject({ code: 'captcha_timeout' })
  })

  test('whose screen was closed by the user ends with its failure and opens none', async () => {
    const solving = solveCaptcha(clientWith('turnstile'))
    await drawn(1)
    document.body.replaceChildren()
    last()['error-callback']?.()

    await expect(solving).rejects.toMatchObject({ code: 'captcha_failure' })
    expect(shown).toEqual([])
  })

  test('error: a service this client does not know', async () => {
    await expect(solveCaptcha(clientWith('other'))).rejects.toMatchObject({
      code: 'captcha_disabled',
    })
  })

  test('whose script is blocked is unreachable, and loads it anew', async () => {
    const solving = solveCaptcha(clientWith('hcaptcha', 'h:key'))
    await vi.waitFor(() => {
      scripts.at(-1)?.onerror?.(new Event('error'))
      expect(shown[0]?.phase).toBe('unreachable')
    })
    shown[0]?.retry()
    await drawn(1)
    last().callback?.('token')

    expect(await solving).toBe('token')
  })
})

describe('a widget in the app’s page', () => {
  const told = () => ({
    onSuccess: vi.fn(),
    onError: vi.fn(),
    onExpire: vi.fn(),
    onSubmit: vi.fn(),
    onUnsupported: vi.fn(),
  })
  const mount = (client: SallyportClient, delayedExecution = false) => {
    const callbacks = told()
    const place = document.createElement('div')
    const stop = mountCaptcha(client, {
      ...callbacks,
      place,
      look: { theme: 'light' },
      delayedExecution,
    })
    return { ...callbacks, stop }
  }

  test('gives each token to one call and starts anew', async () => {
    const client = clientWith('turnstile')
    const { onSuccess, onSubmit, stop } = mount(client)
    await drawn(1)
    last().callback?.('one')
    expect(await mountedCaptchaOf(client)?.takeToken()).toBe('one')
    await drawn(2)
    const second = mountedCaptchaOf(client)?.takeToken()
    last().callback?.('two')

    expect(await second).toBe('two')
    expect(onSuccess.mock.calls).toEqual([['one'], ['two']])
    expect(onSubmit).toHaveBeenCalledTimes(2)
    stop()
    expect(mountedCaptchaOf(client)).toBeUndefined()
  })

  test('with delayed execution starts with the first call', async () => {
    const client = clientWith('turnstile')
    mount(client, true)
    await settle()
    expect(rendered).toEqual([])
    const taken = mountedCaptchaOf(client)?.takeToken()
    await drawn(1)
    last().callback?.('token')

    expect(await taken).toBe('token')
  })

  test('replaces an expired token and tells the app', async () => {
    const client = clientWith('turnstile')
    const { onExpire } = mount(client)
    await drawn(1)
    last().callback?.('old')
    last()['expired-callback']?.()
    await drawn(2)
    last().callback?.('new')

    expect(await mountedCaptchaOf(client)?.takeToken()).toBe('new')
    expect(onExpire).toHaveBeenCalledTimes(1)
  })

  test('error: refuses the waiting calls when the service fails, and after 20 s without a question', async () => {
    const client = clientWith('turnstile')
    const { onError, onUnsupported } = mount(client)
    await drawn(1)
    const failed = expect(mountedCaptchaOf(client)?.takeToken()).rejects.toMatchObject({
      code: 'captcha_failure',
    })
    last()['unsupported-callback']?.()
    await failed
    expect(onUnsupported).toHaveBeenCalledTimes(1)
    expect(onError).toHaveBeenCalledWith('captcha_failure')

    const late = mountedCaptchaOf(client)?.takeToken()
    for (const pass of timers) pass()
    await expect(late).rejects.toMatchObject({ code: 'captcha_timeout' })
  })

  test('error: a call does not wait for ever for a user who never sees the question', async () => {
    const client = clientWith('turnstile')
    mount(client)
    await drawn(1)
    const asked = mountedCaptchaOf(client)?.takeToken()
    last()['before-interactive-callback']?.()
    for (const pass of timers) pass()

    await expect(asked).rejects.toMatchObject({ code: 'captcha_timeout' })
  })

  test('a call takes the check above the screens where screens cover the page', async () => {
    const client = clientWith('turnstile')
    const { onSubmit } = mount(client)
    await drawn(1)
    ui.covers = () => true
    const adding = addCaptcha(client, 'token', { body: {} })
    await drawn(2)
    last().callback?.('above')

    expect(await adding).toEqual({ body: { token: 'above' } })
    expect(onSubmit).not.toHaveBeenCalled()
    ui.covers = () => false
  })
})
