// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { enRecovery } from '../../copy/en-recovery.js'
import { refuse } from '../../test-kit/answers.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { fakeRecovery } from '../../test-kit/recovery-request.js'
import { walletAccounts, wallets } from '../../test-kit/samples.js'

afterEach(cleanup)

const { recovery: texts } = enRecovery
const [ethereum] = wallets
if (!ethereum) throw new Error('The samples have a wallet')
const data = { wallet: ethereum }
const given = { accounts: walletAccounts }

async function type(label: string, text: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
  await settle()
}

async function recovering(refused?: Error) {
  const fake = fakeRecovery(
    { ...data.wallet, recoveryMethod: 'user-passcode' },
    refused && { refuse: refused },
  )
  const mounted = await setup(
    'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN',
    { request: fake.request },
    given,
  )
  await screen.findByText(texts.recoverTitle)
  return { ...fake, ...mounted }
}

describe('EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN', () => {
  test('a wrong passcode is said and cleared; the right one opens the wallet and ends the screen', async () => {
    const { end, time, announce, passcodes } = await recovering()
    await type(texts.passcodeLabel, 'wrong passcode')
    press(texts.recover)
    expect(await screen.findByText(texts.wrong)).toBeTruthy()
    expect(announce).toHaveBeenCalledWith(texts.wrong, 'assertive')
    expect(screen.getByLabelText(texts.passcodeLabel)).toMatchObject({ value: '' })
    expect(end).not.toHaveBeenCalled()

    await type(texts.passcodeLabel, 'four random words here')
    press(texts.recover)
    await screen.findByText(texts.recovered)
    await time.move(500)
    expect(end).toHaveBeenCalledWith('recovered', {})
    expect(passcodes).toEqual(['wrong passcode', 'four random words here'])
  })

  test('a password manager finds the field, and what is typed can be shown', async () => {
    await recovering()
    const field = screen.getByLabelText(texts.passcodeLabel)
    expect(field).toMatchObject({ type: 'password', autocomplete: 'current-password' })
    press(texts.show)

    expect(field).toMatchObject({ type: 'text' })
  })

  test('says how to go on without the passcode', async () => {
    await recovering()
    press(texts.lost)

    expect(await screen.findByText(texts.lostHelp)).toBeTruthy()
  })

  test('leaves when the operation was given up', async () => {
    const { end, enter } = await recovering()
    enter('cancelled')
    await settle()

    expect(end).toHaveBeenCalledWith('gaveUp', {})
  })
})

describe('EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN', () => {
  test('says that a passcode cannot be reset before one is set', async () => {
    const { end } = await setup('EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN', data, given)
    expect(await screen.findByText(texts.splashNoReset)).toBeTruthy()
    press(texts.set)

    expect(end).toHaveBeenCalledWith('continues', data)
  })
})

describe('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', () => {
  const fill = async (passcode: string, repeated = passcode) => {
    await type(texts.passcodeLabel, passcode)
    await type(texts.confirmLabel, repeated)
    press(texts.save)
  }

  test('a short passcode, or one that was not repeated, is not sent', async () => {
    const { inputsOf } = await setup('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', data, given)
    await fill('short')
    expect(await screen.findByText(texts.short)).toBeTruthy()
    await fill('four random words here', 'four random words')
    expect(await screen.findByText(texts.different)).toBeTruthy()

    expect(inputsOf('privy:wallets:set-recovery')).toEqual([])
  })

  test('sets the passcode, and names the recovery the wallet has', async () => {
    const frame = {
      'privy:wallets:set-recovery': () => ({ ...entropy, recoveryMethod: 'user-passcode' }),
    }
    const { end, inputsOf, time } = await setup('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', data, {
      ...given,
      frame,
    })
    await fill('four random words here')
    await screen.findByText(texts.saved)

    expect(inputsOf('privy:wallets:set-recovery')).toMatchObject([
      {
        ...entropy,
        existingRecoveryMethod: 'privy',
        recoveryMethod: 'user-passcode',
        recoveryPassword: 'four random words here',
      },
    ])
    // The screen ends a moment after it has said so.
    await vi.waitFor(async () => {
      await time.move(900)
      expect(end).toHaveBeenCalledWith('changed', {
        wallet: expect.objectContaining({ address: data.wallet.address }),
      })
    })
  })

  test('explains a passcode that the wallet refuses, and takes another one', async () => {
    const frame = { 'privy:wallets:set-recovery': refuse('invalid_request_arguments') }
    const { end } = await setup('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', data, { ...given, frame })
    await fill('password')
    expect(await screen.findByText(texts.guessable)).toBeTruthy()
    await type(texts.passcodeLabel, 'p')

    expect(screen.queryByText(texts.guessable)).toBeNull()
    expect(end).not.toHaveBeenCalled()
  })

  test('suggests a random passcode and shows it, to be repeated', async () => {
    await setup('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN', data, given)
    press(texts.suggest)
    const field = await screen.findByLabelText<HTMLInputElement>(texts.passcodeLabel)

    expect(field.value).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect(field.type).toBe('text')
  })
})

const entropy = { entropyId: data.wallet.address, entropyIdVerifier: 'ethereum-address-verifier' }
