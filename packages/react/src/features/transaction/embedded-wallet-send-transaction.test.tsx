// @vitest-environment happy-dom
import type { ConfirmRequest, RequestStep } from '@sallyport/core'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { type Answers, never, noAnswer } from '../../test-kit/answers.js'
import { job, press, settle, setup } from '../../test-kit/mount-screen.js'
import { transfer } from '../../test-kit/samples.js'

const feeOf5Wei = {
  eth_estimateGas: () => '0x5',
  eth_maxPriorityFeePerGas: () => '0x1',
  eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x0', transactions: [] }),
}

afterEach(cleanup)

describe('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', () => {
  const approve = () => screen.getByRole('button', { name: en.send.approve }) as HTMLButtonElement
  const ready = () => waitFor(() => expect(approve().disabled).toBe(false))

  test.each<[RequestStep[], string]>([
    [[{ step: 'submitted', hash: '0xabc' }], en.send.submittedTitle],
    [
      [
        { step: 'submitted', hash: '0xabc' },
        { step: 'confirmed', hash: '0xabc' },
      ],
      en.send.confirmedTitle,
    ],
    [[{ step: 'failed', hash: '0xabc', reason: 'x' }], en.send.failedTitle],
    [[{ step: 'timed-out', hash: '0xabc' }], en.send.slowTitle],
  ])('%j is shown as "%s"', async (steps, title) => {
    const asked = job(transfer, steps)
    const { end, guard } = await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    await screen.findByRole('heading', { name: 'Send ETH' })
    await ready()
    fireEvent.click(approve())
    await screen.findByRole('heading', { name: title })
    ;(guard() as () => void)()

    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
    expect(end).toHaveBeenCalledWith('finished', {})
  })

  test('error: too little money is said exactly and cannot be approved', async () => {
    await setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: job(transfer) },
      { node: { ...feeOf5Wei, eth_getBalance: () => '0x3782dace9d90000' } },
    )

    expect(await screen.findByText('You need 0.000000000000000005 ETH more.')).toBeTruthy()
    expect(approve().disabled).toBe(true)
  })

  test.each<[string, Answers]>([
    ['too little money', { node: { ...feeOf5Wei, eth_getBalance: () => '0x0' } }],
    ['a network that does not answer', { node: { eth_getBalance: noAnswer } }],
  ])('signing without sending does not wait for %s', async (_, answers) => {
    const asked = job({ ...transfer, kind: 'sign-transaction' } as ConfirmRequest)
    await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked }, answers)
    await screen.findByRole('heading', { name: en.send.signTitle })
    await settle()

    expect(screen.queryByText(en.send.shortTitle)).toBeNull()
    press(en.send.signOnly)
    await settle()
    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
  })

  test('SIG-15: error: a refused broadcast is explained and can be tried again', async () => {
    const run = vi
      .fn()
      .mockRejectedValueOnce(Object.assign(new Error(), { code: 'transaction_broadcast_failure' }))
      .mockResolvedValue('0x1')
    const asked = job(transfer, [], run)
    await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    await screen.findByRole('heading', { name: 'Send ETH' })
    await ready()
    fireEvent.click(approve())
    await screen.findByText(new RegExp(en.send.notSentHelp))
    expect(asked.deliver).not.toHaveBeenCalled()
    fireEvent.click(approve())
    await settle()

    expect(asked.deliver).toHaveBeenCalledWith('0x1')
  })

  test('error: a wait of fifteen seconds for a transaction offers no way out, since it may be on its way already', async () => {
    const asked = job(transfer, [], () => never)
    const { time, guard } = await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    await settle()
    press(en.send.approve)
    await time.move(15_100)

    expect(screen.getByText(en.shell.takesLong)).toBeTruthy()
    expect(screen.queryByRole('button', { name: en.shell.cancel })).toBeNull()
    expect(guard()).toBe('never')
  })
})
