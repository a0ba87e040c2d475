// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { enRecovery } from '../../copy/en-recovery.js'
import { type Answer, refuse } from '../../test-kit/answers.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { walletAccounts, wallets } from '../../test-kit/samples.js'

afterEach(cleanup)

const { recovery: texts } = enRecovery
const [ethereum] = wallets
if (!ethereum) throw new Error('The samples have a wallet')
const entropy = { entropyId: ethereum.address, entropyIdVerifier: 'ethereum-address-verifier' }
const screenName = 'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN'
const ofMethod = (recoveryMethod: string) => ({ wallet: { ...ethereum, recoveryMethod } })

async function mount(method: string, setRecovery: Answer) {
  const frame = { 'privy:wallets:set-recovery': setRecovery }
  const mounted = await setup(screenName, ofMethod(method), { accounts: walletAccounts, frame })
  await screen.findByText(texts.automaticTitle)
  return mounted
}

async function give(passcode: string) {
  const field = await screen.findByLabelText(texts.passcodeLabel)
  fireEvent.change(field, { target: { value: passcode } })
  await settle()
  press(texts.automaticAction)
}

describe('EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN', () => {
  test('says what it risks, and sets it with the passcode that it replaces', async () => {
    const { end, inputsOf, time } = await mount('user-passcode', () => ({
      ...entropy,
      recoveryMethod: 'privy',
    }))
    expect(screen.getByText(texts.automaticRisk)).toBeTruthy()
    await give('four random words here')
    await screen.findByText(texts.automaticSaved)
    expect(inputsOf('privy:wallets:set-recovery')).toMatchObject([
      { ...entropy, recoveryMethod: 'privy', recoveryPassword: 'four random words here' },
    ])
    // The screen ends a moment after it has said so.
    await vi.waitFor(async () => {
      await time.move(900)
      expect(end).toHaveBeenCalledWith('changed', expect.anything())
    })
  })

  test('REC-06: a wrong passcode is said, and the wallet keeps its recovery', async () => {
    const { end } = await mount('user-passcode', refuse('invalid_recovery_pin'))
    await give('wrong passcode')

    expect(await screen.findByText(texts.wrong)).toBeTruthy()
    expect(end).not.toHaveBeenCalled()
  })

  test.each(['passkey', 'icloud'])('of a wallet with %s, asks for that next', async (method) => {
    const { end } = await mount(method, refuse('error'))
    expect(screen.queryByLabelText(texts.passcodeLabel)).toBeNull()
    press(texts.automaticAction)

    expect(end).toHaveBeenCalledWith('continues', ofMethod(method))
  })
})
