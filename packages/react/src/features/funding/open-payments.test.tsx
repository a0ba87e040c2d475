// @vitest-environment happy-dom
import { RpcError } from '@sallyport/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { enFunding } from '../../copy/en-funding.js'
import type { FundingOrder } from '../../flow/funding-data.js'
import type { DataOf, ScreenName } from '../../flow/screens.js'
import { metaMask } from '../../test-kit/external-wallets.js'
import {
  bridgeQuote,
  coinbaseOrder,
  etherFunding,
  metaMaskSource,
  moonpayAnswer,
  moonpayOrder,
  orderOf,
  solFunding,
} from '../../test-kit/funding-samples.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { anvil, walletAccounts } from '../../test-kit/samples.js'
import { openOrderOf, openOrdersOf } from './order-store.js'

afterEach(cleanup)

const { funding: copy } = enFunding
const shared = {
  accounts: walletAccounts,
  config: { supportedChains: [anvil], defaultChain: anvil },
}
const { address } = etherFunding
const transfer = orderOf({ kind: 'transfer', source: metaMaskSource })
const bridge = orderOf({ kind: 'bridge', source: metaMaskSource, funding: solFunding })

describe('a payment whose end is not known', () => {
  test.each([
    ['MOONPAY_STATUS_SCREEN', moonpayOrder, copy.payTitle('MoonPay')],
    ['COINBASE_ONRAMP_STATUS_SCREEN', coinbaseOrder, copy.payTitle('Coinbase')],
    ['FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN', transfer, copy.unknownTitle],
  ] satisfies [ScreenName, FundingOrder, string][])(
    '%s: is kept while the user pays another way, and not shown first',
    async (name, order, title) => {
      const { end, kit } = await setup(name, { order } as DataOf<typeof name>, shared)
      await screen.findByRole('heading', { name: title })
      press(copy.otherWay)
      expect(end).toHaveBeenCalledWith('again', { funding: order.funding })
      expect(openOrderOf(kit.client, address)).toBeNull()
      expect(openOrdersOf(kit.client, address)).toMatchObject([{ id: order.id, isAside: true }])
    },
  )

  test('is listed among the ways to pay, and shown again', async () => {
    const order = { ...moonpayOrder, isAside: true }
    const { end } = await setup(
      'FUNDING_METHOD_SELECTION_SCREEN',
      { funding: etherFunding },
      { ...shared, orders: [order] },
    )
    await screen.findByText(copy.notFinished)
    press(/MoonPay\s*0\.02 ETH/)
    expect(end).toHaveBeenCalledWith('resumes', { order: expect.objectContaining(order) })
  })

  test('is forgotten once its end was shown', async () => {
    const order = moonpayOrder
    const funding = moonpayAnswer('failed')
    const { kit } = await setup('MOONPAY_STATUS_SCREEN', { order }, { ...shared, funding })
    await screen.findByRole('heading', { name: copy.failedTitle })
    await waitFor(() => expect(openOrdersOf(kit.client, address)).toEqual([]))
    press(copy.otherWay)
    expect(openOrdersOf(kit.client, address)).toEqual([])
  })
})

describe('a bridge with two transactions', () => {
  const [step] = bridgeQuote.steps
  const item = step?.items[0]
  const approval = { ...item, data: { ...item?.data, value: '0' } }
  const twice = { ...bridgeQuote, steps: [{ ...step, items: [approval, item] }] }
  const hash = (digit: string) => `0x${digit.repeat(64)}`
  const open = async (send: () => string) => {
    const shown = await setup(
      'FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN',
      { order: bridge },
      {
        ...shared,
        connected: [{ ...metaMask, send }],
        funding: {
          '/quote/v2': () => twice,
          '/intents/status/v3': () => ({ status: 'waiting' }),
        },
        node: { eth_getTransactionReceipt: () => ({ status: '0x1' }) },
      },
    )
    await settle()
    press(/^Pay 0/)
    return shown
  }

  test('says what was sent when the second is declined, and goes on with that one', async () => {
    const answers = [hash('1'), new RpcError(4001), hash('2')]
    const send = vi.fn(() => {
      const answer = answers.shift()
      if (typeof answer !== 'string') throw answer
      return answer
    })
    const { kit } = await open(send)
    await screen.findByRole('heading', { name: copy.rejectedTitle })
    expect(screen.getByText(copy.partlySent(1, 2))).toBeTruthy()
    expect(screen.queryByText(copy.rejectedHelp)).toBeNull()
    expect(openOrdersOf(kit.client, solFunding.address)).toHaveLength(1)

    press(copy.retry)
    await screen.findByRole('heading', { name: copy.bridgingTitle })
    expect(send).toHaveBeenCalledTimes(3)
  })

  test('says that nothing was sent when the first is declined, and forgets it', async () => {
    const { kit } = await open(() => {
      throw new RpcError(4001)
    })
    await screen.findByText(copy.rejectedHelp)
    press(copy.otherWay)
    expect(openOrdersOf(kit.client, solFunding.address)).toEqual([])
  })
})
