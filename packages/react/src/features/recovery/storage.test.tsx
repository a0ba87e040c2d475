// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { enOAuth } from '../../copy/en-oauth.js'
import { enRecovery } from '../../copy/en-recovery.js'
import { type Answer, refuse } from '../../test-kit/answers.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { fakeRecovery } from '../../test-kit/recovery-request.js'
import { login, walletAccounts, wallets } from '../../test-kit/samples.js'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const { recovery: texts } = enRecovery
const [ethereum] = wallets
if (!ethereum) throw new Error('The samples have a wallet')
const given = { accounts: walletAccounts }
const entropy = { entropyId: ethereum.address, entropyIdVerifier: 'ethereum-address-verifier' }
const apple = 'https://idmsa.apple.com'
const server = { '/recovery/oauth/init_icloud': () => ({ url: `${apple}/signin` }) }
const inICloud = { storage: 'icloud', request: null, target: { wallet: ethereum } } as const
const go = texts.cloudContinue('Apple')

/** A browser window of Apple's login page, which posts what it is told. */
function stubWindow() {
  const opened = { closed: false, close: vi.fn(), location: { replace: vi.fn() } }
  vi.stubGlobal('open', () => opened)
  const post = async (data: object, { origin = apple, source = opened as unknown } = {}) => {
    await vi.waitFor(() => expect(opened.location.replace).toHaveBeenCalled())
    const event = new MessageEvent('message', { data, origin })
    Object.defineProperty(event, 'source', { value: source })
    window.dispatchEvent(event)
    await settle()
  }
  return { opened, post }
}

async function setting(setRecovery: Answer) {
  const page = stubWindow()
  const frame = { 'privy:wallets:set-recovery': setRecovery }
  const mounted = await setup('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', inICloud, {
    ...given,
    server,
    frame,
  })
  await screen.findByText(texts.cloudTitle('iCloud'))
  press(go)
  return { ...page, ...mounted }
}

describe('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', () => {
  test('error: a storage that is not set up is named, and the developer is told what is missing', async () => {
    stubWindow()
    const { warnings } = await setup('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', inICloud, {
      ...given,
      server: { '/recovery/oauth/init_icloud': refuse('not_supported') },
    })
    await screen.findByText(texts.cloudTitle('iCloud'))
    press(go)

    expect(await screen.findByText(texts.storageProblems['not-set-up']('iCloud'))).toBeTruthy()
    await vi.waitFor(() =>
      expect(warnings).toEqual([expect.stringMatching(/has no credentials there.*recovery\.md/)]),
    )
  })

  test('a login in the window gives access, the recovery is set with it, and what it replaces is named', async () => {
    const page = await setting(() => ({ ...entropy, recoveryMethod: 'icloud' }))
    await page.post({ ckWebAuthToken: 'stolen' }, { origin: 'https://evil.example' })
    await page.post({ ckWebAuthToken: 'stolen' }, { source: window })
    expect(page.inputsOf('privy:wallets:set-recovery')).toEqual([])
    await page.post({ ckWebAuthToken: 'token' })
    await screen.findByText(texts.cloudSaved('iCloud'))
    await page.time.move(900)

    expect(page.inputsOf('privy:wallets:set-recovery')).toMatchObject([
      {
        ...entropy,
        existingRecoveryMethod: 'privy',
        recoveryMethod: 'icloud',
        recoveryAccessToken: 'token',
      },
    ])
    expect(page.end).toHaveBeenCalledWith('changed', {
      wallet: expect.objectContaining({ address: ethereum.address }),
    })
    expect(page.opened.close).toHaveBeenCalled()
  })

  test('error: a refusal in the window is said, and the user can try again', async () => {
    const page = await setting(refuse('error'))
    await page.post({ errorMessage: 'cancelled' })

    expect(await screen.findByText(texts.cloudDenied('iCloud'))).toBeTruthy()
    expect(screen.getByRole('button', { name: go })).toBeTruthy()
    expect(page.inputsOf('privy:wallets:set-recovery')).toEqual([])
  })

  test.each(['refused', 'full', 'missing', 'damaged', 'not-kept', 'unavailable'] as const)(
    'error: what the storage did is said: %s',
    async (reason) => {
      const page = await setting(refuse('error', { reason }))
      await page.post({ ckWebAuthToken: 'token' })

      expect(await screen.findByText(texts.storageProblems[reason]('iCloud'))).toBeTruthy()
      expect(page.end).not.toHaveBeenCalled()
    },
  )

  test('a blocked window can be opened again; Google alone can be visited in this tab', async () => {
    vi.stubGlobal('open', () => null)
    const data = { ...inICloud, storage: 'google-drive' } as const
    await setup('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', data, given)
    press(texts.cloudContinue('Google'))
    expect(await screen.findByText(enOAuth.oauth.blockedTitle)).toBeTruthy()
    expect(screen.getByRole('button', { name: enOAuth.oauth.sameTab })).toBeTruthy()
    cleanup()
    await setup('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', inICloud, given)
    press(go)

    await screen.findByText(enOAuth.oauth.blockedTitle)
    expect(screen.queryByRole('button', { name: enOAuth.oauth.sameTab })).toBeNull()
  })

  test('opens a wallet that waits, and leaves when the operation was given up', async () => {
    const page = stubWindow()
    const fake = fakeRecovery({ ...ethereum, recoveryMethod: 'icloud' })
    const data = { storage: 'icloud', request: fake.request, target: null } as const
    const { end, time } = await setup('EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN', data, {
      ...given,
      server,
    })
    await screen.findByText(texts.cloudRecoverTitle('iCloud'))
    press(go)
    await page.post({ ckSession: 'four random words here' })
    await screen.findByText(texts.recovered)

    expect(fake.passcodes).toEqual(['four random words here'])
    // The screen ends a moment after it has said so.
    await vi.waitFor(async () => {
      await time.move(900)
      expect(end).toHaveBeenCalledWith('recovered', {})
    })
    fake.enter('cancelled')
    await settle()
    expect(end).toHaveBeenLastCalledWith('gaveUp', {})
  })
})

describe('EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN', () => {
  const options = ['google-drive', 'user-passcode'] as const

  test('compares what the app offers, and marks what the wallet has', async () => {
    const wallet = { ...ethereum, recoveryMethod: 'user-passcode' }
    const data = { options, target: { wallet } }
    const { end } = await setup('EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN', data, given)
    const passcode = await screen.findByRole('button', { name: new RegExp(texts.current) })
    expect(passcode.textContent).toContain(texts.methods['user-passcode'].lost)
    press(/Google Drive/)

    expect(end).toHaveBeenCalledWith('chosen', { method: 'google-drive' })
    expect(screen.queryByText(texts.methods.icloud.name)).toBeNull()
  })

  test('before a wallet is created it can be left for later, by closing too', async () => {
    const data = { options, target: { creates: { chains: ['ethereum'] as const, login } } }
    const { end, guard } = await setup('EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN', data, given)
    await screen.findByText(texts.selectCreateHelp)
    const close = guard()
    if (typeof close === 'function') close()

    expect(end).toHaveBeenCalledWith('later', {})
  })
})

test('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN creates the wallet with the passcode', async () => {
  const creates = { chains: ['ethereum'] as const, login }
  const { end, inputsOf } = await setup(
    'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN',
    { creates },
    { accounts: [] },
  )
  for (const label of [texts.passcodeLabel, texts.confirmLabel]) {
    const field = await screen.findByLabelText(label)
    fireEvent.change(field, { target: { value: 'four random words here' } })
  }
  press(texts.create)
  await vi.waitFor(() => expect(end).toHaveBeenCalledWith('created', { wallets: [wallets[0]] }))

  expect(inputsOf('privy:wallets:create')).toMatchObject([
    {
      chainType: 'ethereum',
      recoveryMethod: 'user-passcode',
      recoveryPassword: 'four random words here',
    },
  ])
})
