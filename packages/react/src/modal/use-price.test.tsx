// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { refuse } from '../test-kit/answers.js'
import { job, settle, setup } from '../test-kit/mount-screen.js'
import { friend, tokenCall, transfer } from '../test-kit/samples.js'

afterEach(cleanup)

const price = () => ({ usd: 2000 })
const send = (request: typeof transfer, server: object) =>
  setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: job(request) }, { server: { ...server } })

describe('usePrice', () => {
  test('the server’s price is shown where the app gives none', async () => {
    await send(transfer, { '/token_price': price })
    expect(await screen.findByText('≈ $500.00')).toBeTruthy()
  })

  test('nothing is shown where the deployment knows no prices, and it is asked once', async () => {
    const { inputsOf } = await send(transfer, { '/token_price': refuse('feature_not_enabled') })
    await settle()
    expect(screen.queryByText(/≈/)).toBeNull()
    expect(inputsOf('/token_price')).toHaveLength(1)
  })

  test('a token that only calls itself USDC is not priced as USDC', async () => {
    const fake = tokenCall('0xa9059cbb', '0x2625a0')
    const request = { ...fake, transaction: { ...fake.transaction, to: friend } }
    const { inputsOf } = await send(request, { '/token_price': price })
    expect(await screen.findAllByText(/^USDC \(unverified\)/)).not.toEqual([])
    await settle()
    expect(inputsOf('/token_price')).toHaveLength(0)
    expect(screen.queryByText(/≈/)).toBeNull()
  })

  test('USDC at the address that its issuer names is priced', async () => {
    await send(tokenCall('0xa9059cbb', '0x2625a0'), { '/token_price': () => ({ usd: 1 }) })
    expect(await screen.findByText('≈ $2.50')).toBeTruthy()
  })
})
