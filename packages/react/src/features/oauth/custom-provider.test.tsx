// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enOAuth } from '../../copy/en-oauth.js'
import { press, setup } from '../../test-kit/mount-screen.js'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const acme = { id: 'custom:acme', name: 'Acme ID', icon: 'https://a.example/acme.svg' } as const
const landing = { prefill: null, methods: null, disableSignup: false }
const visit = {
  intent: 'login',
  way: 'ask',
  opened: null,
  returned: null,
  disableSignup: false,
} as const

describe('a provider that the app has added', () => {
  test('has a row with its name and logo, which opens its window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { end } = await setup('LANDING', landing, { methods: ['custom:acme'], providers: [acme] })
    const row = await screen.findByRole('button', { name: en.landing.withProvider('Acme ID') })
    expect(row.querySelector('img')?.getAttribute('src')).toBe(acme.icon)
    row.click()
    expect(end).toHaveBeenCalledWith('providerChosen', {
      provider: 'custom:acme',
      way: 'window',
      opened: null,
    })
  })

  test('is asked for by its id, and named while the user is there', async () => {
    const opened = {
      go: vi.fn(),
      hear: () => () => undefined,
      isClosed: () => false,
      close: vi.fn(),
    }
    const data = { ...visit, provider: acme.id, way: 'window', opened } as const
    const { inputsOf } = await setup('AWAITING_OAUTH_SCREEN', data, { providers: [acme] })
    await vi.waitFor(() => expect(opened.go).toHaveBeenCalledTimes(1))
    expect(inputsOf('/oauth/init')).toMatchObject([{ provider: 'custom:acme' }])
    const title = enOAuth.oauth.waitingTitle('Acme ID')
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  })

  test('is linked as any other', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const data = { ...visit, provider: acme.id, intent: 'link' } as const
    await setup('AWAITING_OAUTH_SCREEN', data, { providers: [acme] })
    press(en.landing.withProvider('Acme ID'))
    expect(open).toHaveBeenCalledTimes(1)
  })
})
