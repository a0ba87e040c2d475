import assert from 'node:assert/strict'
import { failure } from '../context.mjs'

/** Login, refresh and logout with the headless client. */
export const cases = {
  'email login creates a user and a session': async (context) => {
    const { client, address, session } = await context.signIn()
    assert.equal(session.is_new_user, true)
    assert.match(session.user.id, /^did:privy:/)
    assert.equal(session.user.linked_accounts[0].address, address)
    assert.ok(await client.getAccessToken())
  },
  'the same address logs into the same user': async (context) => {
    const first = await context.signIn()
    const { client } = context.browser()
    const code = await context.sendCode(client, first.address)
    const again = await client.auth.email.loginWithCode(first.address, code)
    assert.equal(again.user.id, first.session.user.id)
    assert.equal(again.is_new_user, false)
  },
  'a wrong code is refused with invalid_credentials': async (context) => {
    const { client } = context.browser()
    const address = context.newAddress()
    const code = await context.sendCode(client, address)
    const wrong = code === '000000' ? '111111' : '000000'
    const error = await failure(() => client.auth.email.loginWithCode(address, wrong))
    assert.equal(error.code, 'invalid_credentials')
    const session = await client.auth.email.loginWithCode(address, code)
    assert.ok(session.user.id)
  },
  'an expired code is refused with invalid_credentials': async (context) => {
    const { client } = context.browser()
    const address = context.newAddress()
    const code = await context.sendCode(client, address)
    await context.advance(10 * 60_000 + 1000)
    const error = await failure(() => client.auth.email.loginWithCode(address, code))
    assert.equal(error.code, 'invalid_credentials')
  },
  'no-signup refuses an unknown address': async (context) => {
    const { client } = context.browser()
    const address = context.newAddress()
    const code = await context.sendCode(client, address)
    const error = await failure(() => client.auth.email.loginWithCode(address, code, 'no-signup'))
    assert.equal(error.code, 'user_does_not_exist')
  },
  'a guest account is made and stays a guest': async (context) => {
    const { client } = context.browser()
    const session = await client.auth.guest.create()
    assert.equal(session.user.is_guest, true)
    assert.ok(await client.getAccessToken())
  },
  'an expired access token is refreshed': async (context) => {
    const { client, storage, session } = await context.signIn()
    expireAccessToken(storage)
    const token = await client.getAccessToken()
    assert.ok(token)
    assert.notEqual(read(storage, 'refresh_token'), session.refresh_token)
  },
  'two refreshes at once both end signed in': async (context) => {
    const { storage } = await context.signIn()
    expireAccessToken(storage)
    const copy = cloneStorage(storage)
    const [one, two] = await Promise.all([
      context.browser(storage).client.getAccessToken(),
      context.browser(copy).client.getAccessToken(),
    ])
    assert.ok(one && two)
    assert.equal(read(storage, 'refresh_token'), read(copy, 'refresh_token'))
  },
  'logout ends the session': async (context) => {
    const { client, storage, session } = await context.signIn()
    const copy = cloneStorage(storage)
    await client.auth.logout({ userId: session.user.id })
    assert.equal(await client.getAccessToken(), null)
    expireAccessToken(copy)
    const error = await failure(() => context.browser(copy).client.getAccessToken())
    assert.equal(error.code, 'missing_or_invalid_token')
  },
  'the user can be read again': async (context) => {
    const { client, session } = await context.signIn()
    const { user } = await client.user.get()
    assert.equal(user.id, session.user.id)
  },
}

/** The client's in-memory storage keeps its values in one plain object. */
const cacheOf = (storage) => storage._cache
const read = (storage, name) => cacheOf(storage)[`privy:${name}`]

/** Replaces the stored access token by one that the client sees as expired. */
function expireAccessToken(storage) {
  const cache = cacheOf(storage)
  const [header, body, signature] = cache['privy:token'].split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  claims.exp = Math.floor(Date.now() / 1000) - 60
  cache['privy:token'] = [
    header,
    Buffer.from(JSON.stringify(claims)).toString('base64url'),
    signature,
  ].join('.')
}

function cloneStorage(storage) {
  const copy = new storage.constructor()
  Object.assign(cacheOf(copy), cacheOf(storage))
  return copy
}
