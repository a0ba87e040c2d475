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
  'a route that is not built is refused, not read as "no such user"': async (context) => {
    const { address } = await context.signIn()
    const error = await failure(() => context.backEnd().getUserByEmail(address))
    assert.match(error.message, /Not supported/)
    const users = context.newestBackEnd().users()
    const newest = await failure(() => users.getByEmailAddress({ address }))
    assert.equal(newest.status, 400)
    assert.match(newest.message, /not_supported/)
  },
}
