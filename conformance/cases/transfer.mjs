import assert from 'node:assert/strict'
import { accountsOf } from '../expected.mjs'
import { approved } from './farcaster.mjs'
import { ethereumWallet, loginWithSiwe, prepareSiwe, signSiws, solanaWallet } from './wallets.mjs'

/*
 * An account that another user has is moved. The clients of this run have no method for it and do not show the nonce of the
 * refusal, so the refusal is read from the server and the transfer is sent through the client.
 */

/** Expects the link to be refused, moves the account, and gives the user. */
async function move(context, client, { link, body, transfer, fields }) {
  const refusal = await context.callAs(client, `/api/v1/${link}`, body)
  assert.deepEqual([refusal.status, refusal.code], [400, 'account_transfer_required'])
  assert.ok(refusal.data.nonce)
  assert.equal(typeof refusal.data.account.type, 'string')
  assert.equal(refusal.data.otherUser.embeddedWalletAddress, null)
  const route = { method: 'POST', path: `/api/v1/${transfer}` }
  const user = await client.fetchPrivyRoute(route, {
    body: { nonce: refusal.data.nonce, ...fields },
  })
  const used = await context.callAs(client, `/api/v1/${transfer}`, {
    nonce: refusal.data.nonce,
    ...fields,
  })
  assert.notEqual(used.status, 200)
  return user
}

export const cases = {
  email: async (context) => {
    const { address: email } = await context.signIn()
    const { client } = await context.signIn()
    // The second user has an address already: it goes first.
    const { client: phone } = await signInByPhone(context)
    const code = await context.sendCode(phone, email)
    const user = await move(context, phone, {
      link: 'passwordless/link',
      body: { email, code },
      transfer: 'passwordless/transfer',
      fields: { email },
    })
    assert.equal(accountsOf(user, 'email')[0].address, email)
    assert.ok(await client.getAccessToken())
  },
  sms: async (context) => {
    const { number: phoneNumber } = await signInByPhone(context)
    const { client } = await context.signIn()
    const code = await context.sendTextCode(client, phoneNumber)
    const user = await move(context, client, {
      link: 'passwordless_sms/link',
      body: { phoneNumber, code },
      transfer: 'passwordless_sms/transfer',
      fields: { phoneNumber },
    })
    assert.equal(accountsOf(user, 'phone')[0].phoneNumber, phoneNumber)
  },
  'an Ethereum wallet': async (context) => {
    const wallet = ethereumWallet()
    await loginWithSiwe(context, wallet)
    const { client } = await context.signIn()
    const { message } = await prepareSiwe(context, client, wallet)
    const { chainId, walletClientType, connectorType } = wallet.meta
    const meta = { chainId, walletClientType, connectorType }
    const signature = await wallet.account.signMessage({ message })
    const user = await move(context, client, {
      link: 'siwe/link',
      body: { message, signature, ...meta },
      transfer: 'siwe/transfer',
      fields: { address: wallet.address, ...meta },
    })
    assert.equal(accountsOf(user, 'wallet')[0].address, wallet.address)
  },
  'a Solana wallet': async (context) => {
    const wallet = solanaWallet()
    const owner = context.browser().client
    await owner.auth.siws.login(await signSiws(context, owner, wallet))
    const { client } = await context.signIn()
    const user = await move(context, client, {
      link: 'siws/link',
      body: await signSiws(context, client, wallet),
      transfer: 'siws/transfer',
      fields: { address: wallet.address, walletClientType: null, connectorType: null },
    })
    assert.equal(accountsOf(user, 'wallet')[0].address, wallet.address)
  },
  Farcaster: async (context) => {
    const person = context.newName()
    const owner = context.browser().client
    const { fid } = await approved(context, owner, person).then(async (proof) => {
      await owner.auth.farcaster.authenticate(proof)
      return proof
    })
    const { client } = await context.signIn()
    const user = await move(context, client, {
      link: 'farcaster/link',
      body: await approved(context, client, person),
      transfer: 'farcaster/transfer',
      fields: { farcaster_id: String(fid), farcaster_embedded_address: null },
    })
    assert.equal(accountsOf(user, 'farcaster')[0].fid, fid)
  },
  Telegram: async (context) => {
    const person = context.newName()
    const { result } = await context.telegram(person)
    const path = '/api/v1/telegram/authenticate'
    const route = { method: 'POST', path }
    await context
      .browser()
      .client.fetchPrivyRoute(route, { body: { telegram_auth_result: result } })
    const { client } = await context.signIn()
    // Telegram's result has the time in seconds: a new one is another proof.
    await new Promise((later) => setTimeout(later, 1_100))
    const { result: proof } = await context.telegram(person)
    const body = { telegram_auth_result: proof }
    const user = await move(context, client, {
      link: 'telegram/link',
      body,
      transfer: 'telegram/transfer',
      fields: body,
    })
    assert.equal(accountsOf(user, 'telegram')[0].telegram_user_id, String(result.id))
  },
}

async function signInByPhone(context) {
  const { client } = context.browser()
  const number = context.newNumber()
  const code = await context.sendTextCode(client, number)
  await client.auth.phone.loginWithCode(number, code)
  return { client, number }
}
