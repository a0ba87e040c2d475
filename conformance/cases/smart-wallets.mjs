import assert from 'node:assert/strict'
import { toSafeSmartAccount } from 'permissionless/accounts'
import { createPublicClient, http, toHex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { toAccount } from 'viem/accounts'
import { refused } from '../context.mjs'
import { accountsOf, addressOf } from '../expected.mjs'
import { openWithWallet } from '../second-factor.mjs'

/** The smart wallet of the sandbox's app (Safe), owned by the user's embedded wallet in the real frame. */
export const cases = {
  'the client reads which smart wallets the app has': async (context) => {
    const { client } = context.browser()
    await client.initialize()
    const config = await client.app.getSmartWalletConfig()
    assert.equal(config.enabled, true)
    assert.equal(config.smart_wallet_type, 'safe')
    assert.equal(config.configured_networks[0].chain_id, 'eip155:31337')
  },
  'the app’s back end sets them': async (context) => {
    const path = `/api/v1/apps/${context.dev.appId}/smart_wallets`
    const config = await context.admin('GET', path)
    assert.deepEqual(await context.admin('POST', path, config), config)
  },
  'a smart wallet is linked by a message for the app’s own domain': async (context) => {
    const { page, user } = await openWithWallet(context)
    const account = await safeOf(context, { page, owner: addressOf(user, 'ethereum') })
    // The client's own message is for privy.io, whatever the app is: it is replaced, and refused.
    const prepared = await page.evaluate(
      (address) => client.auth.smartWallet.init({ address, chainId: 'eip155:31337' }),
      account.address,
    )
    const foreign = await link({ page, account, message: prepared.message })
    assert.equal(foreign.error, 'invalid_credentials')
    const message = await ownMessage(page, account.address)
    const linked = await link({ page, account, message })
    assert.equal(linked.error, undefined)
    const [smart] = accountsOf(linked.user, 'smart_wallet')
    assert.deepEqual([smart.address, smart.smart_wallet_type], [account.address, 'safe'])
    const found = await context.backEnd().getUserBySmartWalletAddress(account.address)
    assert.equal(found.id, user.id)
  },
  'a smart wallet of another kind than the app’s is refused': async (context) => {
    const { client } = await context.signIn()
    await refused('feature_not_enabled', () =>
      client.auth.smartWallet.link('message', '0x1234', 'kernel', '0.3.1'),
    )
  },
}

/** The Safe whose owner is an embedded wallet: what it signs is signed in the frame. */
function safeOf({ dev }, { page, owner }) {
  const sign = (method, params) =>
    page.evaluate(
      async ([name, given]) => {
        const { user } = await client.user.get()
        const provider = await globalThis.ethereum(user)
        return provider.request({ method: name, params: given })
      },
      [method, params],
    )
  const json = (value) =>
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? each.toString() : each))
  const signer = toAccount({
    address: owner,
    signMessage: ({ message }) => sign('personal_sign', [toHex(message.raw ?? message), owner]),
    signTypedData: (typed) => sign('eth_signTypedData_v4', [owner, json(typed)]),
    signTransaction: () => Promise.reject(new Error('Not asked for')),
  })
  return toSafeSmartAccount({
    client: createPublicClient({ transport: http(dev.evmRpcUrl) }),
    owners: [signer],
    version: '1.4.1',
    entryPoint: { address: entryPoint07Address, version: '0.7' },
  })
}

/** A login message of the page for the smart wallet, as EIP-4361 has it. */
function ownMessage(page, address) {
  return page.evaluate(async (address) => {
    const { nonce } = await client.auth.smartWallet.init({ address, chainId: 'eip155:31337' })
    const { host, origin } = location
    return [
      `${host} wants you to sign in with your Ethereum account:\n${address}\n`,
      `Link it\n\nURI: ${origin}\nVersion: 1\nChain ID: 31337\nNonce: ${nonce}`,
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')
  }, address)
}

async function link({ page, account, message }) {
  const signature = await account.signMessage({ message })
  return page.evaluate(
    ([text, signed]) =>
      client.auth.smartWallet.link(text, signed, 'safe', '1.4.1').then(
        ({ user }) => ({ user }),
        ({ code }) => ({ error: code }),
      ),
    [message, signature],
  )
}
