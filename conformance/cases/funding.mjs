import assert from 'node:assert/strict'
import { failure } from '../context.mjs'
import { ethereumWallet } from './wallets.mjs'

/** The sellers' pages and what they say of a purchase. The sellers are the sandbox's; the client asks MoonPay itself. */
export const cases = {
  'MoonPay’s page is signed for a wallet of the user, and for no other address': async (
    context,
  ) => {
    const { client, address } = await withWallet(context)
    const config = { currencyCode: 'ETH_ETHEREUM', quoteCurrencyAmount: 0.02 }
    const signed = await client.funding.moonpay.sign({ address, config, useSandbox: true })
    const { searchParams } = new URL(signed.signedUrl)
    assert.equal(searchParams.get('walletAddress'), address)
    assert.equal(searchParams.get('quoteCurrencyAmount'), '0.02')
    assert.equal(searchParams.get('externalTransactionId'), signed.externalTransactionId)
    assert.equal([...searchParams.keys()].at(-1), 'signature')
    const stranger = ethereumWallet().address
    await failure(() => client.funding.moonpay.sign({ address: stranger, config }))
  },
  'a purchase at Coinbase is begun and asked for by its owner only': async (context) => {
    const { client, address } = await withWallet(context)
    const { coinbase } = client.funding
    const session = await coinbase.initOnRampSession({
      addresses: [{ address, blockchains: ['ethereum'] }],
      assets: ['eth'],
    })
    assert.ok(session.app_id)
    assert.ok(session.session_token)
    assert.deepEqual(await coinbase.getStatus(session.partner_user_id), { status: 'pending' })
    const other = await context.signIn()
    const refusal = await failure(() =>
      other.client.funding.coinbase.getStatus(session.partner_user_id),
    )
    assert.equal(refusal.code, 'invalid_data')
  },
}

/** A user with a wallet of their own. */
async function withWallet(context) {
  const { client } = await context.signIn()
  const wallet = ethereumWallet()
  const { host, origin } = new URL(context.dev.demoUrl)
  const { message } = await client.auth.siwe.init(wallet.meta, host, origin)
  await client.auth.siwe.linkWithSiwe(await wallet.account.signMessage({ message }))
  return { client, address: wallet.address }
}
