import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createSiwsMessage } from '@privy-io/js-sdk-core'
import bs58 from 'bs58'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { refused } from '../context.mjs'
import { accountsOf } from '../expected.mjs'

/** Login and linking by Ethereum and Solana wallets. */
export const cases = {
  'an Ethereum wallet logs in, twice into the same user': async (context) => {
    const wallet = ethereumWallet()
    const first = await loginWithSiwe(context, wallet)
    const [account] = accountsOf(first.session.user, 'wallet')
    assert.equal(account.address, wallet.address)
    assert.equal(account.chain_type, 'ethereum')
    assert.equal(account.wallet_client, 'unknown')
    assert.equal(account.wallet_client_type, 'metamask')
    const again = await loginWithSiwe(context, wallet)
    assert.equal(again.session.user.id, first.session.user.id)
  },
  'an Ethereum message works once, with its own signature': async (context) => {
    const [wallet, thief] = [ethereumWallet(), ethereumWallet()]
    const { client } = context.browser()
    const { message } = await prepareSiwe(context, client, wallet)
    const forged = await thief.account.signMessage({ message })
    await refused('invalid_credentials', () => client.auth.siwe.loginWithSiwe(forged))
    const fresh = await prepareSiwe(context, client, wallet)
    const signature = await wallet.account.signMessage(fresh)
    await client.auth.siwe.loginWithSiwe(signature)
    await refused('invalid_credentials', () =>
      context.browser().client.auth.siwe.loginWithSiwe(signature, wallet.meta, fresh.message),
    )
  },
  'no-signup refuses an unknown wallet': async (context) => {
    const wallet = ethereumWallet()
    const { client } = context.browser()
    const signature = await wallet.account.signMessage(await prepareSiwe(context, client, wallet))
    await refused('user_does_not_exist', () =>
      client.auth.siwe.loginWithSiwe(signature, undefined, undefined, 'no-signup'),
    )
  },
  'an Ethereum wallet is linked and unlinked': async (context) => {
    const { client } = await context.signIn()
    const wallet = ethereumWallet()
    const signature = await wallet.account.signMessage(await prepareSiwe(context, client, wallet))
    const linked = await client.auth.siwe.linkWithSiwe(signature)
    assert.equal(accountsOf(linked.user, 'wallet')[0].address, wallet.address)
    const { user } = await client.auth.siwe.unlinkWallet(wallet.address)
    assert.deepEqual(accountsOf(user, 'wallet'), [])
  },
  'a Solana wallet logs in, is linked and unlinked': async (context) => {
    const wallet = solanaWallet()
    const { client } = context.browser()
    const session = await client.auth.siws.login({
      ...(await signSiws(context, client, wallet)),
      walletClientType: 'phantom',
      connectorType: 'solana_adapter',
      mode: 'login-or-sign-up',
    })
    assert.equal(accountsOf(session.user, 'wallet')[0].address, wallet.address)
    assert.equal(accountsOf(session.user, 'wallet')[0].chain_type, 'solana')
    const second = solanaWallet()
    const linked = await client.auth.siws.link(await signSiws(context, client, second))
    assert.equal(accountsOf(linked.user, 'wallet').length, 2)
    const { user } = await client.auth.siws.unlink({ address: wallet.address })
    assert.deepEqual(
      accountsOf(user, 'wallet').map(({ address }) => address),
      [second.address],
    )
    await refused('cannot_unlink_sole_account', () =>
      client.auth.siws.unlink({ address: second.address }),
    )
  },
}

/** A wallet with a key in memory. */
export function ethereumWallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  const { address } = account
  const meta = {
    address,
    chainId: 'eip155:1',
    walletClientType: 'metamask',
    connectorType: 'injected',
  }
  return { account, address, meta }
}

/** A message for the wallet to sign. */
export function prepareSiwe({ dev }, client, wallet) {
  const { host, origin } = new URL(dev.demoUrl)
  return client.auth.siwe.init(wallet.meta, host, origin)
}

/** Logs in as the wallet. */
export async function loginWithSiwe(context, wallet) {
  const { client, storage } = context.browser()
  const { message } = await prepareSiwe(context, client, wallet)
  const session = await client.auth.siwe.loginWithSiwe(
    await wallet.account.signMessage({ message }),
  )
  return { client, storage, session }
}

/** A wallet with a key in memory. */
export function solanaWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const signText = (text) => sign(null, Buffer.from(text), privateKey).toString('base64')
  return { address: bs58.encode(der.subarray(-32)), signText }
}

/** A signed message of the wallet. */
export async function signSiws({ dev }, client, { address, signText }) {
  const { nonce } = await client.auth.siws.fetchNonce({ address })
  const { host, origin } = new URL(dev.demoUrl)
  const message = createSiwsMessage({ nonce, address, domain: host, uri: origin })
  return { message, signature: signText(message) }
}
