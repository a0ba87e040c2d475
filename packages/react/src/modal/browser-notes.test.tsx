// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../copy/en.js'
import { enBrowser } from '../copy/en-browser.js'
import { refuse, walletCreation } from '../test-kit/answers.js'
import { job, settle, setup } from '../test-kit/mount-screen.js'
import { login, samplePageHost, sign } from '../test-kit/samples.js'

const texts = enBrowser.browser
const ofWallet = texts.notKept('auth.example')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a browser that keeps nothing', () => {
  const landing = { prefill: null, methods: null, disableSignup: false }

  test('for the page: the first screen of a login says so, and what to allow', async () => {
    vi.stubGlobal('navigator', { ...navigator, userAgent: '', cookieEnabled: false })
    await setup('LANDING', landing)
    expect(await screen.findByText(texts.notKept(samplePageHost))).toBeTruthy()
  })

  test('for the page: a browser that keeps it is told nothing', async () => {
    await setup('LANDING', landing)
    await screen.findByLabelText(en.landing.emailLabel)
    expect(screen.queryByText(texts.notKept(samplePageHost))).toBeNull()
  })

  const kept = (isKept: boolean) => ({
    'privy:wallets:connect': refuse('login_required'),
    'sallyport:device:kept': () => ({ isKept }),
  })

  test('for the wallet: the screen that asks for a login says so', async () => {
    const data = { job: job(sign('Hello')) }
    await setup('EMBEDDED_WALLET_CONNECTING_SCREEN', data, { frame: kept(false) })
    await screen.findByRole('button', { name: en.shell.logIn })
    expect(await screen.findByText(ofWallet)).toBeTruthy()
  })

  test('for the wallet: so does a request whose login is over', async () => {
    const refused = () =>
      Promise.reject(Object.assign(new Error(), { code: 'must_be_authenticated' }))
    const data = { job: job(sign('Hello'), [], refused) }
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', data, { frame: kept(false) })
    const button = await screen.findByRole('button', { name: 'Sign' })
    await settle()
    button.click()
    expect(await screen.findByText(ofWallet)).toBeTruthy()
  })

  test('for the wallet: a browser that keeps it is told nothing', async () => {
    const data = { job: job(sign('Hello')) }
    await setup('EMBEDDED_WALLET_CONNECTING_SCREEN', data, { frame: kept(true) })
    await screen.findByRole('button', { name: en.shell.logIn })
    await settle()
    expect(screen.queryByText(ofWallet)).toBeNull()
  })
})

describe('a wallet whose page is not there', () => {
  const data = { login, chains: ['solana' as const] }
  const frame = walletCreation(refuse('error'))
  const show = async (pageHost: string, { isInside }: { isInside: boolean }) => {
    if (isInside) vi.stubGlobal('parent', {})
    await setup('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', data, { frame, pageHost })
    await screen.findByText(en.wallet.createFailedTitle)
    await settle()
  }

  test('inside of another site: a developer’s page names the setting', async () => {
    await show('localhost:3000', { isInside: true })
    const named = `${texts.inside} allowed_embedders?`
    await vi.waitFor(() => expect(document.body.textContent).toContain(named))
    expect(document.body.textContent).toContain('[Sallyport]')
  })

  test('by itself: a developer’s page says where the cause is written', async () => {
    await show('localhost:3000', { isInside: false })
    await vi.waitFor(() => expect(document.body.textContent).toContain('[Sallyport]'))
    expect(document.body.textContent).not.toContain('allowed_embedders')
  })

  test('users are told neither', async () => {
    await show(samplePageHost, { isInside: true })
    expect(document.body.textContent).not.toMatch(/allowed_embedders|\[Sallyport\]/)
  })
})
