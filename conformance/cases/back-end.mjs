import assert from 'node:assert/strict'
import { failure } from '../context.mjs'

/** Token verification and the identity token with the server client. */
export const cases = {
  'an access token verifies with the key of the app': async (context) => {
    const { client, session } = await context.signIn()
    const claims = await context.backEnd().verifyAuthToken(await client.getAccessToken())
    assert.equal(claims.userId, session.user.id)
    assert.equal(claims.appId, context.dev.appId)
    assert.equal(claims.issuer, 'privy.io')
    assert.ok(claims.sessionId)
  },
  'a forged access token is refused': async (context) => {
    const { client } = await context.signIn()
    const [header, body, signature] = (await client.getAccessToken()).split('.')
    const claims = {
      ...JSON.parse(Buffer.from(body, 'base64url').toString()),
      sub: 'did:privy:someone-else',
    }
    const forged = [
      header,
      Buffer.from(JSON.stringify(claims)).toString('base64url'),
      signature,
    ].join('.')
    await failure(() => context.backEnd().verifyAuthToken(forged))
  },
  'getUser reads the identity token': async (context) => {
    const { address, session } = await context.signIn()
    const user = await context.backEnd().getUser({ idToken: session.identity_token })
    assert.equal(user.id, session.user.id)
    assert.equal(user.email.address, address)
    assert.equal(user.isGuest, false)
  },
  'a user is found by email and by id, and a list holds them': async (context) => {
    const { address, session } = await context.signIn()
    const byEmail = await context.backEnd().getUserByEmail(address)
    assert.equal(byEmail.id, session.user.id)
    assert.equal((await context.backEnd().getUserById(session.user.id)).id, session.user.id)
    assert.equal(await context.backEnd().getUserByEmail(context.newAddress()), null)
    const users = context.newestBackEnd().users()
    assert.equal((await users.getByEmailAddress({ address })).id, session.user.id)
    const all = await context.backEnd().getUsers()
    assert.ok(all.some(({ id }) => id === session.user.id))
  },
  'a user is imported, gets metadata and is deleted': async (context) => {
    const client = context.backEnd()
    const address = context.newAddress()
    const user = await client.importUser({ linkedAccounts: [{ type: 'email', address }] })
    const changed = await client.setCustomMetadata(user.id, { plan: 'pro' })
    assert.equal(changed.customMetadata.plan, 'pro')
    await client.deleteUser(user.id)
    assert.equal(await client.getUserByEmail(address), null)
  },
  'wallets are not made on the server': async (context) => {
    const { session } = await context.signIn()
    const error = await failure(() =>
      context.backEnd().createWallets({ userId: session.user.id, createEthereumWallet: true }),
    )
    assert.match(error.message, /browser/)
  },
}
