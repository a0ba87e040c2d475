// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../copy/en.js'
import { never } from '../../test-kit/answers.js'
import { job, press, settle, setup } from '../../test-kit/mount-screen.js'
import { sign } from '../../test-kit/samples.js'

afterEach(cleanup)

describe('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', () => {
  test('shows the text, signs on press, and delivers before it closes', async () => {
    const asked = job(sign('Hello'))
    const { end, time } = await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    expect((await screen.findByRole('region', { name: en.sign.message })).textContent).toBe('Hello')
    press(en.sign.sign)
    await settle()
    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
    await time.move(1000)

    expect(end).toHaveBeenCalledWith('finished', {})
  })

  test('rejecting and closing both refuse; while it signs closing waits', async () => {
    const asked = job(sign('Hello'), [], () => new Promise(() => {}))
    const { end, guard } = await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    await screen.findByText('Hello')
    ;(guard() as () => void)()
    press(en.sign.reject)
    expect(end.mock.calls).toEqual([
      ['rejected', {}],
      ['rejected', {}],
    ])
    press(en.sign.sign)
    await settle()

    expect(guard()).toBe('never')
  })

  test('a bare digest is signed only past a warning that the app cannot reword', async () => {
    const digest = `0x${'ab'.repeat(32)}`
    const asked = job({ kind: 'sign-digest', address: '0xa', digest })
    asked.ui = { title: 'Log in', description: 'Just a check', buttonText: 'Go' }
    const { end } = await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    expect(await screen.findByText(en.sign.digestTitle)).toBeTruthy()
    expect(screen.queryByText(digest)).toBeNull()
    expect(screen.queryByRole('button', { name: en.sign.sign })).toBeNull()
    press(en.sign.reject)
    expect(end).toHaveBeenCalledWith('rejected', {})

    press(en.sign.digestContinue)
    expect(screen.getByText(digest)).toBeTruthy()
    expect(screen.getByText(en.sign.digestTitle)).toBeTruthy()
    for (const text of ['Log in', 'Just a check', 'Go', en.sign.free]) {
      expect(screen.queryByText(text)).toBeNull()
    }
    press(en.sign.sign)
    await settle()
    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
  })

  const typed = (primaryType: string, domain: object = {}) =>
    job({
      kind: 'sign-typed-data',
      address: '0xa',
      chainId: 31337,
      typedData: {
        domain: { name: 'USD Coin', ...domain },
        primaryType,
        types: { [primaryType]: [{ name: 'value', type: 'uint256' }] },
        message: { value: '5' },
      },
    })

  test.each([
    'Permit',
    'PermitSingle',
    'PermitBatch',
    'TransferWithAuthorization',
    'ReceiveWithAuthorization',
  ])('warns that a %s can spend, and does not call it free', async (type) => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: typed(type) })

    expect(await screen.findByText('This can let someone spend your tokens')).toBeTruthy()
    expect(screen.queryByText(en.sign.free)).toBeNull()
  })

  test.each<[unknown, boolean]>([
    [1, true],
    ['0x1', true],
    [31337, false],
    ['31337', false],
    [undefined, false],
  ])('data for chain %s warns of another network: %s', async (chainId, warns) => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: typed('Mail', { chainId }) })

    expect(await screen.findByText(en.sign.free)).toBeTruthy()
    expect(screen.queryByText(en.sign.chainMismatch) !== null).toBe(warns)
  })

  test('warns of bytes that are no text', async () => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', {
      job: job(sign('0xdeadbeef')),
    })

    expect(await screen.findByText(en.sign.hexNote)).toBeTruthy()
  })

  test('a wait of fifteen seconds for a signature can be ended by refusing; the screen may then be closed too', async () => {
    const asked = job(sign('Hello'), [], () => never)
    const { time, end, guard } = await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    await settle()
    press(en.sign.sign)
    await time.move(15_100)
    expect(guard()).toBeTypeOf('function')
    press(en.shell.cancel)

    expect(end).toHaveBeenCalledWith('rejected', {})
  })
})
