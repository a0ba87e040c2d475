import assert from 'node:assert/strict'
import { verifyMessage } from 'viem'
import { addressOf } from '../expected.mjs'

/** The newest headless client in a page beside the real frame. */
export const cases = {
  'signs in, makes a wallet and signs, and no delegation is attempted': async (context) => {
    const { page, user } = await signInWithWallet(context)
    const { signature, log } = await page.evaluate(async (given) => {
      const provider = await globalThis.ethereum(given)
      const params = ['hello', walletOf(given, 'ethereum').address]
      const signed = await provider.request({ method: 'personal_sign', params })
      // A silent delegation would follow the login by itself.
      await new Promise((later) => setTimeout(later, 1_000))
      return { signature: signed, log: globalThis.log }
    }, user)
    const address = addressOf(user, 'ethereum')
    assert.ok(await verifyMessage({ address, message: 'hello', signature }))
    assert.deepEqual(
      log.filter(({ event }) => event.includes('delegated')),
      [],
    )
  },
  'sends a transaction though the node knows eth_fillTransaction': async (context) => {
    const { page, user } = await signInWithWallet(context)
    const address = addressOf(user, 'ethereum')
    await context.fund('ethereum', address)
    const { filled, receipt } = await page.evaluate(async (given) => {
      const call = async (method, params) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const headers = { 'content-type': 'application/json' }
        return (await fetch('/rpc', { method: 'POST', headers, body })).json()
      }
      const from = walletOf(given, 'ethereum').address
      const to = '0x00000000000000000000000000000000000A11cE'
      const filled = await call('eth_fillTransaction', [{ from, to, value: '0x1' }])
      const provider = await globalThis.ethereum(given)
      const params = [{ from, to, value: '0xde0b6b3a7640000', chainId: 31337 }]
      const hash = await provider.request({ method: 'eth_sendTransaction', params })
      for (let tries = 0; tries < 50; tries++) {
        const { result } = await call('eth_getTransactionReceipt', [hash])
        if (result) return { filled, receipt: result }
        await new Promise((later) => setTimeout(later, 100))
      }
      return { filled, receipt: null }
    }, user)
    assert.ok(filled.result, JSON.stringify(filled.error))
    assert.equal(Number(receipt?.status), 1)
    assert.equal(receipt.from.toLowerCase(), address.toLowerCase())
  },
}

async function signInWithWallet(context) {
  const page = await context.browserPage({ version: 'newest' })
  const address = context.newAddress()
  await page.evaluate((to) => client.auth.email.sendCode(to), address)
  const code = await context.codeFor(address, 0)
  const user = await page.evaluate(
    async ([to, typed]) => {
      await client.auth.email.loginWithCode(to, typed)
      const made = await client.embeddedWallet.create({})
      return made.user
    },
    [address, code],
  )
  return { page, user }
}
