// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { usdcOf } from '../../chain/listed-tokens.js'
import { enFunding } from '../../copy/en-funding.js'
import type { Funding } from '../../flow/funding-data.js'
import { etherFunding, orderOf } from '../../test-kit/funding-samples.js'
import { settle, setup } from '../../test-kit/mount-screen.js'
import { anvil, walletAccounts } from '../../test-kit/samples.js'

afterEach(cleanup)

const { funding: copy } = enFunding
const token = usdcOf('eip155:31337') ?? null
const usdcFunding: Funding = {
  ...etherFunding,
  asset: { symbol: 'USDC', decimals: 6, token },
}

/** Shows the screen to a user whose wallet is read as holding `coins` and `usdc`, in the order of the questions. */
async function open(funding: Funding, held: { coins: bigint[]; usdc: bigint[] }) {
  const next = (answers: bigint[]) => () =>
    `0x${((answers.length > 1 ? answers.shift() : answers[0]) ?? 0n).toString(16)}`
  const order = orderOf({ kind: 'manual', funding, before: '0' })
  const mounted = await setup(
    'FUNDING_MANUAL_TRANSFER_SCREEN',
    { funding, order },
    {
      accounts: walletAccounts,
      config: { supportedChains: [anvil], defaultChain: anvil },
      node: { eth_getBalance: next(held.coins), eth_call: next(held.usdc) },
    },
  )
  await settle()
  return mounted
}

describe('FUNDING_MANUAL_TRANSFER_SCREEN', () => {
  test('says what arrived: the asset that was asked for', async () => {
    await open(etherFunding, { coins: [20_000_000_000_000_000n], usdc: [0n] })

    expect(await screen.findByText(copy.arrivedHelp('0.02 ETH'))).toBeTruthy()
  })

  test('error: USDC in place of the coin is named, and the coin is waited for', async () => {
    await open(etherFunding, { coins: [0n], usdc: [0n, 25_000_000n] })

    expect(await screen.findByText(copy.manualOther('25 USDC', 'ETH'))).toBeTruthy()
    expect(screen.getByText(`${copy.manualWaits}…`)).toBeTruthy()
  })

  test('error: the coin in place of a token is named, and the token is waited for', async () => {
    await open(usdcFunding, { coins: [0n, 10n ** 16n], usdc: [0n] })

    expect(await screen.findByText(copy.manualOther('0.01 ETH', 'USDC'))).toBeTruthy()
    expect(screen.getByText(`${copy.manualWaits}…`)).toBeTruthy()
  })
})
