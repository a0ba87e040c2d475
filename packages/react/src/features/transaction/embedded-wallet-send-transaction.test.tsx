// @vitest-environment happy-dom
import type { ConfirmRequest, RequestStep } from '@sallyport/core'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enRequests } from '../../copy/en-requests.js'
import { type Answers, never, noAnswer, refuse } from '../../test-kit/answers.js'
import { agree, job, press, settle, setup } from '../../test-kit/mount-screen.js'
import { anvil, friend, samplePageHost, tokenCall, transfer, usdc } from '../../test-kit/samples.js'
import { ownAddress, unknownCall } from '../../test-kit/samples-control.js'
import { type SimulatedEvent, simulation } from '../../test-kit/simulation.js'

const feeOf5Wei = {
  eth_estimateGas: () => '0x5',
  eth_maxPriorityFeePerGas: () => '0x1',
  eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x0', transactions: [] }),
}

const { sign: facts } = enRequests

afterEach(cleanup)

/** What the sample node's answers add up to. */
const shownMaxFeeWei = 42_000_000_000_000n

describe('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', () => {
  const approve = () => screen.getByRole('button', { name: facts.approve }) as HTMLButtonElement
  const ready = () => waitFor(() => expect(approve().disabled).toBe(false))

  test.each<[RequestStep[], string]>([
    [[{ step: 'submitted', hash: '0xabc' }], enRequests.send.submittedTitle],
    [
      [
        { step: 'submitted', hash: '0xabc' },
        { step: 'confirmed', hash: '0xabc' },
      ],
      enRequests.send.confirmedTitle,
    ],
    [[{ step: 'failed', hash: '0xabc', reason: 'x' }], enRequests.send.failedTitle],
    [[{ step: 'timed-out', hash: '0xabc' }], enRequests.send.slowTitle],
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

  test('error: an insufficient balance shows the exact shortfall, cannot be approved, and leads to the address', async () => {
    await setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: job(transfer) },
      { node: { ...feeOf5Wei, eth_getBalance: () => '0x3782dace9d90000' } },
    )

    expect(await screen.findByText('You need 0.000000000000000005 ETH more.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: facts.approve })).toBeNull()
    expect(screen.getByRole('button', { name: enRequests.send.copyAddress })).toBeTruthy()
  })

  test('after the app has added funds, costs are worked out again', async () => {
    let balance = '0x0'
    const onAddFunds = vi.fn(async () => {
      balance = '0xde0b6b3a7640000'
    })
    await setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: job(transfer) },
      { config: { onAddFunds }, node: { ...feeOf5Wei, eth_getBalance: () => balance } },
    )
    fireEvent.click(await screen.findByRole('button', { name: enRequests.send.addFunds }))
    await ready()

    expect(onAddFunds).toHaveBeenCalledWith({
      address: transfer.address,
      asset: { network: 'eip155:31337', token: null, symbol: 'ETH' },
    })
  })

  test('the page’s own options open the screens that add money, for what the transaction lacks', async () => {
    const asked = job(transfer)
    asked.ui = { fundWalletConfig: { amount: '0.7', chain: { id: 1 } } }
    const { kit } = await setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: asked },
      {
        config: { supportedChains: [anvil], defaultChain: anvil },
        node: { ...feeOf5Wei, eth_getBalance: () => '0x0' },
      },
    )
    fireEvent.click(await screen.findByRole('button', { name: enRequests.send.addFunds }))

    await waitFor(() =>
      expect(kit.modal.runs().at(-1)?.goal).toMatchObject({
        goal: 'fund',
        funding: {
          address: transfer.address,
          network: { type: 'ethereum', chainId: 31_337 },
          asset: { symbol: 'ETH', token: null },
          amount: '0.7',
        },
      }),
    )
  })

  test('a missing amount is rounded up to six digits', async () => {
    await setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: job(transfer) },
      { node: { eth_getBalance: () => '0x3782dace9d8ffff' } },
    )

    // 0.25 ETH and the fee of 0.000042 ETH, less 0.249999999999999999 ETH.
    expect(await screen.findByText('You need 0.0000420001 ETH more.')).toBeTruthy()
  })

  test('a likely failure is sent only by a button that says so, beside a filled "Reject"', async () => {
    const run = vi.fn(async () => '0x1')
    await setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: job(transfer, [], run) },
      { node: { eth_estimateGas: refuse(3) } },
    )
    const anyway = await screen.findByRole('button', {
      name: facts.anyway(facts.approve),
    })
    expect(anyway.className).toContain('secondary')
    expect(screen.getByRole('button', { name: facts.reject }).className).toContain('primary')
    fireEvent.click(anyway)
    await settle()

    expect(run).toHaveBeenCalledWith(expect.any(Function), { sendsAnyway: true, shownMaxFeeWei })
  })

  test('T-38: an unusual fee has to be agreed to, and only then approved as such', async () => {
    const run = vi.fn(async () => '0x1')
    await setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: job(transfer, [], run) },
      {
        node: { eth_maxPriorityFeePerGas: () => '0x9184e72a000', eth_estimateGas: () => '0x5208' },
      },
    )
    expect(await screen.findByText(facts.warning.unusualFee)).toBeTruthy()
    expect(screen.queryByRole('button', { name: facts.approve })).toBeNull()
    agree()
    const anyway = facts.anyway(facts.approve)
    fireEvent.click(await screen.findByRole('button', { name: anyway }))
    await settle()

    const shown = { acceptsUnusual: true, shownMaxFeeWei: expect.any(BigInt) }
    expect(run).toHaveBeenCalledWith(expect.any(Function), shown)
  })

  test('T-36: control of a collection has to be agreed to', async () => {
    const run = vi.fn(async () => '0x1')
    const everything = tokenCall('0xa22cb465', '0x1')
    await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: job(everything, [], run) })
    agree()
    const anyway = facts.anyway(facts.approve)
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: anyway }).disabled).toBe(false),
    )
    fireEvent.click(screen.getByRole('button', { name: anyway }))
    await settle()

    expect(run).toHaveBeenCalledTimes(1)
  })

  test('an approval with a lower limit runs with that limit', async () => {
    const run = vi.fn(async () => '0x1')
    const unlimited = tokenCall('0x095ea7b3', `0x${'f'.repeat(64)}`)
    await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: job(unlimited, [], run) })
    fireEvent.click(await screen.findByRole('button', { name: enRequests.send.editLimit }))
    fireEvent.change(screen.getByLabelText(enRequests.send.limit), { target: { value: '2.5' } })
    expect(screen.queryByText(facts.warning.unlimited)).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    press(facts.anyway(facts.approve))
    await settle()

    const { data } = tokenCall('0x095ea7b3', '0x2625a0').transaction
    expect(run).toHaveBeenCalledWith(expect.any(Function), { data, shownMaxFeeWei })
  })

  test('the worth is shown where the app knows the price, and nothing changes where it does not', async () => {
    const priceOf = vi.fn(async () => ({ amount: 2000, currency: 'USD' }))
    await setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: job(transfer) },
      { config: { priceOf } },
    )

    expect(await screen.findByText('≈ $500.00')).toBeTruthy()
    expect(priceOf).toHaveBeenCalledWith({ network: 'eip155:31337', token: null, symbol: 'ETH' })
  })

  test('recipient, wallet and who asks can be read; the recipient in full', async () => {
    await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: job(transfer) })
    const to = await screen.findByRole('button', { name: en.shell.copyAddress(friend) })

    expect(to.textContent).toBe(friend)
    expect(screen.getByText('Harbour')).toBeTruthy()
    expect(screen.getByText(samplePageHost)).toBeTruthy()
    expect(
      screen.getByRole('button', { name: en.shell.copyAddress(transfer.address) }),
    ).toBeTruthy()
  })

  test.each([
    ['repriced', enRequests.send.confirmedTitle],
    ['cancelled', enRequests.send.cancelledTitle],
    ['replaced', enRequests.send.replacedTitle],
  ] as const)('a transaction that was %s is shown as "%s"', async (reason, title) => {
    const replacement = { hash: '0xdef', reason, outcome: 'confirmed' } as const
    const asked = job(transfer, [{ step: 'replaced', hash: '0xabc', replacement }])
    await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    await ready()
    fireEvent.click(approve())

    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })

  describe('T-38: a simulation that does not fit the request', () => {
    const taken: SimulatedEvent = {
      ...{ kind: 'transfer', token: usdc, from: ownAddress, to: friend, units: 25_000_000n },
    }
    const drained = { node: { eth_simulateV1: simulation(taken) } }
    const anyway = facts.anyway(facts.approve)

    test('has to be agreed to, and only then approved by a button that says so', async () => {
      const run = vi.fn(async () => '0x1')
      const asked = job(unknownCall, [], run)
      await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked }, drained)

      expect(await screen.findByText(enRequests.send.disagrees.leaves('−25 USDC'))).toBeTruthy()
      expect(screen.getByRole<HTMLButtonElement>('button', { name: anyway }).disabled).toBe(true)
      agree()
      expect(await screen.findByText('−25 USDC')).toBeTruthy()
      fireEvent.click(await screen.findByRole('button', { name: anyway }))
      await settle()
      expect(run).toHaveBeenCalledTimes(1)
    })

    test('that comes later, with other figures, is asked about too', async () => {
      let units = 1_000_000n
      const node = {
        eth_simulateV1: (input: Record<string, unknown>) => simulation({ ...taken, units })(input),
      }
      const asked = job(unknownCall, [], () => Promise.reject(new Error('Not now')))
      await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked }, { node })
      await screen.findByText(enRequests.send.disagrees.leaves('−1 USDC'))
      agree()
      units = 2_000_000n
      fireEvent.click(await screen.findByRole('button', { name: anyway }))

      expect(await screen.findByText(enRequests.send.disagrees.leaves('−2 USDC'))).toBeTruthy()
      expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    })

    test('what leaves is said first, and a long list is cut', async () => {
      const dust = (item: bigint): SimulatedEvent => ({
        ...{ kind: 'transfer', token: usdc, from: friend, to: ownAddress, units: 1n, item },
      })
      const many = Array.from({ length: 40 }, (_, index) => dust(BigInt(index)))
      await setup(
        'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
        { job: job(unknownCall) },
        { node: { eth_simulateV1: simulation(...many, taken) } },
      )
      await screen.findByText(enRequests.send.disagrees.leaves('−25 USDC'))

      expect(await screen.findByText('−25 USDC')).toBeTruthy()
      expect(screen.getByText(enRequests.send.changesMore(29))).toBeTruthy()
      expect(document.querySelectorAll('.change')).toHaveLength(12)
    })

    test('signing without sending waits for it, four seconds at most', async () => {
      const request = { ...unknownCall, kind: 'sign-transaction' } as ConfirmRequest
      const sign = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
      const { time } = await setup(
        'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
        { job: job(request) },
        { node: { eth_simulateV1: noAnswer } },
      )
      await screen.findByRole('heading', { name: enRequests.send.signTitle })
      await settle()
      const name = facts.anyway(facts.sign)
      expect(sign(name).disabled).toBe(true)
      await time.move(4000)
      agree()

      expect(sign(name).disabled).toBe(false)
    })

    test('SCR-03: a call that nothing can read and no node simulates has to be agreed to', async () => {
      await setup(
        'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
        { job: job(unknownCall) },
        { node: { eth_simulateV1: refuse(-32601) } },
      )

      expect(await screen.findByText(enRequests.send.changesUnknown)).toBeTruthy()
      expect(screen.getByText(facts.warning.blindCall)).toBeTruthy()
      expect(screen.getByRole('checkbox')).toBeTruthy()
    })

    test('a payment that is simulated as it reads needs no rows of changes', async () => {
      await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: job(transfer) })
      await ready()

      expect(screen.queryByText(enRequests.send.changesTitle)).toBeNull()
    })
  })

  test('SIG-08: a transaction that carries an authorization has to be agreed to and names the contract', async () => {
    const { transaction } = transfer
    const asked = job({
      ...transfer,
      transaction: { ...transaction, authorizationList: [{ address: usdc }] },
    })
    await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    expect(await screen.findByText(facts.warning.carriesAuthorization)).toBeTruthy()
    expect(screen.getByRole('checkbox')).toBeTruthy()
    expect(screen.getByText(facts.operator)).toBeTruthy()
    expect(screen.getByRole('button', { name: en.shell.copyAddress(usdc) })).toBeTruthy()
  })

  test.each<[string, Answers]>([
    ['too little money', { node: { ...feeOf5Wei, eth_getBalance: () => '0x0' } }],
    ['a network that does not answer', { node: { eth_getBalance: noAnswer } }],
  ])('signing without sending does not wait long for %s', async (_, answers) => {
    const asked = job({ ...transfer, kind: 'sign-transaction' } as ConfirmRequest)
    const { time } = await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked }, answers)
    await screen.findByRole('heading', { name: enRequests.send.signTitle })
    await time.move(4000)

    expect(screen.queryByText(enRequests.send.shortTitle)).toBeNull()
    press(facts.sign)
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
    await screen.findByText(new RegExp(enRequests.send.notSentHelp))
    expect(asked.deliver).not.toHaveBeenCalled()
    press(en.shell.retry)
    await settle()

    expect(asked.deliver).toHaveBeenCalledWith('0x1')
  })

  test('error: a wait of fifteen seconds for a transaction offers no way out, since it may be on its way already', async () => {
    const asked = job(transfer, [], () => never)
    const { time, guard } = await setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    await settle()
    press(facts.approve)
    await time.move(15_100)

    expect(screen.getByText(en.shell.takesLong)).toBeTruthy()
    expect(screen.queryByRole('button', { name: en.shell.cancel })).toBeNull()
    expect(guard()).toBe('never')
  })
})
