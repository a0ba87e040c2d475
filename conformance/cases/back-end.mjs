import assert from 'node:assert/strict'
import { failure } from '../context.mjs'
import { ethereumWallet, loginWithSiwe } from './wallets.mjs'

/** Tokens, lists and test accounts with both clients for back ends. */
export const cases = {
  'an access token verifies with the key of the app': async (context) => {
    const { client, session } = await context.signIn()
    const token = await client.getAccessToken()
    const server = context.backEnd()
    assert.match(await server.getVerificationKey(), /PUBLIC KEY/)
    const claims = await server.verifyAuthToken(token)
    assert.equal(claims.userId, session.user.id)
    assert.equal(claims.appId, context.dev.appId)
    assert.equal(claims.issuer, 'privy.io')
    assert.ok(claims.sessionId)
    const auth = context.newestBackEnd().utils().auth()
    assert.equal((await auth.verifyAccessToken(token)).user_id, session.user.id)
    assert.equal((await auth.verifyAuthToken(token)).user_id, session.user.id)
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
    await failure(() => context.newestBackEnd().utils().auth().verifyAccessToken(forged))
  },
  'the identity token holds the user': async (context) => {
    const { address, client, session } = await context.signIn()
    const wallet = ethereumWallet()
    const { host, origin } = new URL(context.dev.demoUrl)
    const { message } = await client.auth.siwe.init(wallet.meta, host, origin)
    await client.auth.siwe.linkWithSiwe(await wallet.account.signMessage({ message }))
    const idToken = await client.getIdentityToken()
    const server = context.backEnd()
    for (const user of [
      await server.getUser({ idToken }),
      await server.getUserFromIdToken(idToken),
    ]) {
      assert.equal(user.id, session.user.id)
      assert.equal(user.email.address, address)
      assert.equal(user.wallet.address, wallet.address)
      assert.equal(user.isGuest, false)
    }
    const node = context.newestBackEnd()
    const users = [
      await node.users().get({ id_token: idToken }),
      await node.utils().auth().verifyIdentityToken(idToken),
    ]
    for (const user of users) {
      assert.equal(user.id, session.user.id)
      assert.deepEqual(user.linked_accounts.map(({ type }) => type).sort(), ['email', 'wallet'])
    }
  },
  'the identity token of a guest says so': async (context) => {
    const { client } = context.browser()
    const session = await client.auth.guest.create()
    const user = await context.backEnd().getUser({ idToken: session.identity_token })
    assert.equal(user.isGuest, true)
  },
  'the allow list is read and written by both clients': async (context) => {
    const server = context.backEnd()
    const apps = context.newestBackEnd().apps()
    const [email, domain] = [context.newAddress(), `d${Date.now()}.example`]
    const entry = await server.inviteToAllowlist({ type: 'email', value: email })
    assert.deepEqual(
      [entry.type, entry.value, entry.acceptedAt, entry.appId],
      ['email', email, null, context.dev.appId],
    )
    const invited = await apps.inviteToAllowlist({ type: 'email_domain', value: domain })
    assert.equal(invited.value, domain)
    const values = (await server.getAllowlist()).map(({ value }) => value)
    assert.ok(values.includes(email) && values.includes(domain))
    assert.ok((await apps.getAllowlist()).some(({ value }) => value === email))
    await server.removeFromAllowlist({ type: 'email', value: email })
    await apps.removeFromAllowlist({ type: 'email_domain', value: domain })
    const { allowlist } = apps
    await allowlist.create(context.dev.appId, { type: 'wallet', value: ethereumWallet().address })
    const left = await allowlist.list(context.dev.appId)
    assert.equal(left.filter(({ value }) => value === email || value === domain).length, 0)
    for (const { type, value } of left) await allowlist.delete(context.dev.appId, { type, value })
  },
  'test accounts give an access token': async (context) => {
    const path = `/api/v1/apps/${context.dev.appId}/test_credentials`
    await context.admin('POST', path, { name: 'conformance' })
    const { data } = await context.newestBackEnd().apps().getTestCredentials(context.dev.appId)
    assert.match(data[0].otp_code, /^\d{6}$/)
    const server = context.backEnd()
    const { accessToken } = await server.getTestAccessToken()
    assert.ok((await server.verifyAuthToken(accessToken)).userId)
    const { access_token } = await context
      .newestBackEnd()
      .apps()
      .getTestAccessToken({ email: data[0].email })
    assert.ok((await server.verifyAuthToken(access_token)).userId)
    for (const { id } of data) await context.admin('DELETE', `${path}/${id}`)
  },
  'the settings of the app are read': async (context) => {
    const settings = await context.backEnd().getAppSettings()
    assert.equal(settings.id, context.dev.appId)
    const apps = context.newestBackEnd().apps()
    assert.equal((await apps.getSettings()).id, context.dev.appId)
    assert.equal((await apps.get(context.dev.appId)).verification_key.slice(0, 10), '-----BEGIN')
  },
  'wallets of users are made on the server, by older clients and the newest': async (context) => {
    const { session } = await loginWithSiwe(context, ethereumWallet())
    const { id: userId } = session.user
    const made = await context.backEnd().createWallets({ userId, createEthereumWallet: true })
    assert.equal(made.id, userId)
    const wallets = [{ chain_type: 'ethereum' }]
    const user = await context.newestBackEnd().users().pregenerateWallets(userId, { wallets })
    assert.equal(user.id, userId)
  },
}
