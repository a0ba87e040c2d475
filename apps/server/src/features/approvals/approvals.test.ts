import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { api, approvalContext, approvalFacts, approvalSealInfo } from '@sallyport/contract'
import {
  createSealReceiver,
  fromBase64url,
  generateSealKeyPair,
  toBase64url,
} from '@sallyport/crypto'
import {
  type AuthorizationKey,
  asSignedIn,
  authOrigin,
  authorizeIntent,
  createWalletWorld,
  type ShownIntent,
  type SignedIn,
  signIntent,
  type WalletWorld,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRecipient } from '../../testing/hpke-of-clients.js'

/* Members of quorums who are users: what the approval page calls for them. */

const { approvals, intents, keyQuorums, pageLogins, policies } = api
let world: WalletWorld
let key: AuthorizationKey
let ada: SignedIn
let bob: SignedIn
let ownerId: string
beforeAll(async () => {
  world = await createWalletWorld({ app: { settings: { email_auth: true, sms_auth: true } } })
  key = world.newKey()
  ada = await world.kit.signIn('ada@example.com')
  bob = await world.kit.signIn('bob@example.com')
  const body = {
    ...{ public_keys: [key.spki], user_ids: [ada.user.id], authorization_threshold: 2 },
  }
  ownerId = (await world.call(keyQuorums.create, { body })).body.id
})
afterAll(() => world?.close())

const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
async function propose(owner_id = ownerId) {
  const wallet = await world.createWallet({ owner_id })
  const input = { params: { wallet_id: wallet.id }, body: message }
  return { wallet, shown: (await world.call(intents.rpc, input)).body }
}

const framed = ({ token }: SignedIn) => ({ token, origin: authOrigin })
const named = (shown: ShownIntent) => ({ params: { intent_id: shown.intent_id } })

/** A key as the page makes it. */
function newPageKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { privateKey, spki }
}

function approve(shown: ShownIntent, as: SignedIn, by = newPageKey()) {
  const body = { public_key: by.spki, signature: signIntent(world, shown, by) }
  return world.kit.call(approvals.approve, { ...named(shown), body }, framed(as))
}

const statusOf = async (shown: ShownIntent) =>
  (await world.call(intents.find, named(shown))).body.status

describe('the approval page', () => {
  test('a member sees what the signer has, approves with a key of the page, and the last vote executes', async () => {
    const { wallet, shown } = await propose()
    const receiver = await createSealReceiver(crypto)
    const body = { ephemeral_public_key: toBase64url(receiver.publicKey) }
    const described = await world.kit.call(
      approvals.describe,
      { ...named(shown), body },
      framed(ada),
    )
    expect(described.body).toMatchObject({
      ...{ status: 'pending', expires_at: shown.expires_at },
      request: { method: 'POST', url: shown.request_details.url, body: message },
    })
    const sealed = described.body.sealed_facts
    if (!sealed) throw new Error('Nothing was sealed')
    const opened = await receiver.open({
      enc: fromBase64url(sealed.enc),
      ciphertext: fromBase64url(sealed.ciphertext),
      senderPublicKey: fromBase64url(world.signer.publicKey),
      info: new TextEncoder().encode(approvalSealInfo),
      aad: new TextEncoder().encode(
        approvalContext({ appId: world.kit.appId, userId: ada.user.id }),
      ),
    })
    const facts = approvalFacts.parse(JSON.parse(new TextDecoder().decode(opened)))
    expect(facts).toMatchObject({
      wallet: { chainType: 'ethereum', address: wallet.address },
      quorums: [{ cast: 0, needed: 2, isMember: true, hasSigned: false }],
    })
    expect(facts.name).toHaveLength(43)

    const first = await approve(shown, ada)
    expect([first.status, first.body.status]).toEqual([200, 'pending'])
    const now = (await world.call(intents.find, named(shown))).body
    expect(now.authorization_details[0]?.members).toContainEqual({
      ...{ type: 'user', user_id: ada.user.id, signed_at: expect.any(Number) },
    })
    expect((await authorizeIntent(world, shown, key)).body.status).toBe('executed')
  })

  test('the user’s vote is there two days later, and counts for changes too', async () => {
    const rules: [] = []
    const policy = (
      await world.call(policies.create, {
        body: { version: '1.0', name: 'P', chain_type: 'ethereum', rules, owner_id: ownerId },
      })
    ).body
    const input = { params: { policy_id: policy.id }, body: { name: 'Approved' } }
    const { body: shown } = await world.call(intents.updatePolicy, input)
    expect((await approve(shown, ada)).body.status).toBe('pending')
    world.kit.clock.advance(48 * 3_600_000)
    expect((await authorizeIntent(world, shown, key)).body.status).toBe('executed')
    ada = await world.kit.signIn('ada@example.com')
    bob = await world.kit.signIn('bob@example.com')
  })

  test('the session that was made on the page ends, and no other of the user', async () => {
    const page = { origin: authOrigin }
    const email = 'ada@example.com'
    const seen = world.kit.mailbox.mails.length
    await world.kit.call(pageLogins.emailInit, { body: { email } }, page)
    // It is sent after the answer.
    await expect.poll(() => world.kit.mailbox.mails.length).toBe(seen + 1)
    const body = { email, code: world.kit.mailbox.codeFor(email) }
    const { body: made } = await world.kit.call(pageLogins.email, { body }, page)
    const token = made.token ?? ''
    const end = () => world.kit.call(pageLogins.logOut, { body: {} }, { token, ...page })
    expect((await end()).status).toBe(200)
    const { shown } = await propose()
    const late = await approve(shown, { ...ada, token })
    expect([late.status, late.body.code]).toEqual([401, 'missing_or_invalid_token'])
    const refresh = { body: { refresh_token: made.refresh_token ?? '' } }
    expect((await world.kit.call(api.session.refresh, refresh, { token })).status).not.toBe(200)
    expect((await approve(shown, ada)).status).toBe(200)
  })

  test('a key that the user’s token is exchanged for, bound to an intent, signs that one', async () => {
    const body = { user_keys: true }
    const settings = { params: { app_id: world.kit.appId }, body }
    await world.call(api.walletSettings.update, settings)
    const [shown, other] = [(await propose()).shown, (await propose()).shown]
    const recipient = await newRecipient()
    const exchanged = await world.call(api.serverWallets.authenticate, {
      body: {
        ...{ user_jwt: ada.token, encryption_type: 'HPKE', recipient_public_key: recipient.spki },
        bindings: [{ type: 'intent', intentId: shown.intent_id }],
      },
    })
    expect(exchanged.body.bindings).toEqual([{ type: 'intent', intentId: shown.intent_id }])
    const sealed = exchanged.body.encrypted_authorization_key
    const der = Buffer.from(await recipient.open(sealed), 'base64')
    const own = { privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
    const elsewhere = { signature: signIntent(world, other, own) }
    expect((await authorizeIntent(world, other, elsewhere)).status).toBe(401)
    const here = { signature: signIntent(world, shown, own) }
    expect((await authorizeIntent(world, shown, here)).body.status).toBe('pending')
  })

  test('a member rejects', async () => {
    const { shown } = await propose()
    const answer = await world.kit.call(
      approvals.reject,
      { ...named(shown), body: {} },
      framed(ada),
    )
    expect(answer.body.status).toBe('rejected')
    expect(await statusOf(shown)).toBe('rejected')
  })
})

describe('attacks', () => {
  test('error: users who are not members neither see, approve nor reject', async () => {
    const { shown } = await propose()
    const body = { ephemeral_public_key: toBase64url((await generateSealKeyPair()).publicKey) }
    const seen = await world.kit.call(approvals.describe, { ...named(shown), body }, framed(bob))
    const rejected = await world.kit.call(
      approvals.reject,
      { ...named(shown), body: {} },
      framed(bob),
    )
    expect([seen.status, (await approve(shown, bob)).status, rejected.status]).toEqual([
      404, 404, 404,
    ])
    expect(await statusOf(shown)).toBe('pending')
  })

  test('P8: error: a login that was added in the last seven days approves nothing, and the user is told', async () => {
    const { kit } = world
    const phoneNumber = '+12025550123'
    const browser = { token: ada.token }
    const ask = async (options = {}) => {
      await kit.call(api.sms.init, { body: { phoneNumber } }, options)
      return { body: { phoneNumber, code: kit.phones.codeFor(phoneNumber) } }
    }
    expect((await kit.call(api.sms.link, await ask(browser), browser)).status).toBe(200)
    const logIn = async () => asSignedIn((await kit.call(api.sms.authenticate, await ask())).body)
    const thief = await logIn()
    expect(thief.user.id).toBe(ada.user.id)

    const { shown } = await propose()
    const refused = await approve(shown, thief)
    expect([refused.status, refused.body.code]).toEqual([401, 'older_login_required'])
    const events = kit.db.selectFrom('audit_event').select('kind')
    expect(await events.where('kind', '=', 'new_login_refused').execute()).toHaveLength(1)
    expect((await approve(shown, ada)).status).toBe(200)
    kit.clock.advance(7 * 86_400_000)
    ada = await kit.signIn('ada@example.com')
    bob = await kit.signIn('bob@example.com')
    const later = await propose()
    expect((await approve(later.shown, await logIn())).status).toBe(200)
  })

  test('error: an access token alone, without the browser that logged in, does nothing', async () => {
    const { shown } = await propose()
    const by = newPageKey()
    const body = { public_key: by.spki, signature: signIntent(world, shown, by) }
    const without = { ...framed(ada), walletGrant: null }
    const answer = await world.kit.call(approvals.approve, { ...named(shown), body }, without)
    expect(answer.body.code).toBe('missing_or_invalid_wallet_grant')
    const fromPage = { token: ada.token }
    const other = await world.kit.call(approvals.approve, { ...named(shown), body }, fromPage)
    expect(other.body.code).toBe('invalid_origin')
  })

  test('error: the key that approved one request signs no other', async () => {
    const { wallet, shown } = await propose()
    const by = newPageKey()
    await approve(shown, ada, by)
    const input = {
      params: { wallet_id: wallet.id },
      body: { ...message, params: { message: 'other', encoding: 'utf-8' } },
    }
    const other = (await world.call(intents.rpc, input)).body
    const signature = signIntent(world, other, by)
    expect((await authorizeIntent(world, other, { signature })).status).toBe(401)
  })

  test('error: approving twice is one vote, and a key that never came to the signer is none', async () => {
    const both = { user_ids: [ada.user.id, bob.user.id], authorization_threshold: 2 }
    const owner = (await world.call(keyQuorums.create, { body: both })).body.id
    const { shown } = await propose(owner)
    expect((await approve(shown, ada)).body.status).toBe('pending')
    const again = await approve(shown, ada)
    expect([200, 400]).toContain(again.status)
    expect(await statusOf(shown)).toBe('pending')
    const by = newPageKey()
    const signature = signIntent(world, shown, by)
    expect((await authorizeIntent(world, shown, { signature })).status).toBe(401)
    expect((await approve(shown, bob)).body.status).toBe('executed')
  })

  test('error: what the signer says can’t be opened as another’s', async () => {
    const { shown } = await propose()
    const receiver = await createSealReceiver(crypto)
    const body = { ephemeral_public_key: toBase64url(receiver.publicKey) }
    const { body: described } = await world.kit.call(
      approvals.describe,
      { ...named(shown), body },
      framed(ada),
    )
    const sealed = described.sealed_facts
    if (!sealed) throw new Error('Nothing was sealed')
    const thief = await generateSealKeyPair()
    const opening = receiver.open({
      enc: fromBase64url(sealed.enc),
      ciphertext: fromBase64url(sealed.ciphertext),
      senderPublicKey: thief.publicKey,
      info: new TextEncoder().encode(approvalSealInfo),
      aad: new TextEncoder().encode(
        approvalContext({ appId: world.kit.appId, userId: ada.user.id }),
      ),
    })
    await expect(opening).rejects.toThrow()
  })
})
