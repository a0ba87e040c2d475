import { expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory } from '../../testing/policies.js'

/* Write access to the signer's schema, and code in the API: a signer that runs notices that the row of an answer was removed. */

const { world, wallets } = await openServerWallets()

const owner = newKey()
const removeAnswers = () => world.admin.query('delete from sallyport_delegate.answered')

/** A request for a payment that its owner has signed once, and what the API fills in. */
const payment = async ({ headers = {} }: { headers?: Record<string, string> } = {}) => {
  const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
  const body = {
    ...{ method: 'eth_sendTransaction', caip2: 'eip155:1' },
    params: { transaction: { to: mallory, value: '0x64' } },
  }
  const { walletId, apiShare } = wallet
  const request = wallets.signed({ path: `wallets/${walletId}/rpc`, body, headers }, [owner])
  return async (nonce: string, more: object = {}) => {
    const fees = { gas_limit: '21000', max_fee_per_gas: '9', max_priority_fee_per_gas: '1' }
    const { error, output } = await wallets.ask('signWithWallet', {
      ...{ appId: world.appId, walletId, apiShare, request },
      ...{ filled: [{ nonce, ...fees }], ...more },
    })
    return error?.code ?? output?.data.signed_transaction
  }
}

test('WAL-13: error: what its owner has signed once is not paid again after the row of its answer was removed', async () => {
  const signed = await payment()
  const first = await signed('0')
  expect(first).toMatch(/^0x02/)
  expect(await signed('1')).toBe(first)

  await removeAnswers()

  expect(await signed('1')).toBe('row_refused')
  expect(await signed('0')).toBe('row_refused')
  expect(await signed('0', { replaces: true })).toBe('row_refused')
})

test('WAL-13: error: a payment with an idempotency key and an end is not made again after the row of its answer was removed', async () => {
  const expiry = world.clock.nowMs() + 3_600_000
  const headers = { 'privy-idempotency-key': 'k', 'privy-request-expiry': String(expiry) }
  const signed = await payment({ headers })
  expect(await signed('0')).toMatch(/^0x02/)

  await removeAnswers()

  expect(await signed('1')).toBe('row_refused')
})

test('a request that was only tried, or refused after it was answered, is not missed', async () => {
  const signed = await payment()
  expect(await signed('0', { isTrial: true })).toBeUndefined()
  // The half of another key is refused when the answer is written already.
  const { apiShare } = await wallets.create({ owner: { publicKey: owner.spki } })
  expect(await signed('0', { apiShare })).toBe('invalid_request')

  expect(await signed('1')).toMatch(/^0x02/)
})
