import { createPrivateKey, createPublicKey } from 'node:crypto'
import { api } from '@sallyport/contract'
import { createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logEvents } from '../../testing/event-log.js'
import { hpkeAsClients, newRecipient } from '../../testing/hpke-of-clients.js'

const { serverWallets, policies, walletSettings, walletActions } = api
const userIdOf = ({ id }: { id: string }) => id.replace('did:privy:', '')
/** Of Hardhat's first account. */
const known = {
  key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
}
let world: WalletWorld
let readEvents: Awaited<ReturnType<typeof logEvents>>
beforeAll(async () => {
  world = await createWalletWorld()
  readEvents = await logEvents(world.kit)
})
afterAll(() => world?.close())

async function importKey(address: string) {
  const source = {
    address,
    chain_type: 'ethereum',
    encryption_type: 'HPKE',
    entropy_type: 'private-key',
  } as const
  const init = await world.call(serverWallets.beginImport, { body: source })
  const sealed = await hpkeAsClients.seal(
    init.body.encryption_public_key,
    Buffer.from(known.key, 'hex'),
  )
  return world.call(serverWallets.submitImport, { body: { wallet: { ...source, ...sealed } } })
}

function readUserKey(text: string) {
  const der = Buffer.from(text, 'base64')
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, spki: spki.toString('base64') }
}

describe('import and export', () => {
  test('a key that a client has sealed becomes a wallet, once', async () => {
    const { status, body } = await importKey(known.address)
    expect([status, body.address]).toEqual([200, known.address])
    expect(typeof body.imported_at).toBe('number')
    const again = await importKey(known.address)
    expect([again.status, again.body.code]).toEqual([400, 'invalid_data'])
  })

  test('error: a key that gives another address', async () => {
    const { status, body } = await importKey(`0x${'12'.repeat(20)}`)
    expect([status, body.code]).toEqual([400, 'invalid_data'])
  })

  test('the owner exports a key under a policy that allows it, and it is recorded', async () => {
    const key = world.newKey()
    const rules = [
      { name: 'Export', method: 'exportPrivateKey', action: 'ALLOW' as const, conditions: [] },
    ]
    const policy = await world.call(policies.create, {
      body: { version: '1.0', name: 'Export', chain_type: 'ethereum', rules },
    })
    const wallet = await world.createWallet({ policy_ids: [policy.body.id] }, key)
    const recipient = await newRecipient()
    const input = {
      params: { wallet_id: wallet.id },
      body: { encryption_type: 'HPKE' as const, recipient_public_key: recipient.spki },
    }

    expect((await world.call(serverWallets.exportKey, input)).status).toBe(401)
    const { status, body } = await world.call(serverWallets.exportKey, input, { keys: [key] })
    expect([status, body.encryption_type]).toEqual([200, 'HPKE'])
    expect(await recipient.open(body)).toMatch(/^0x[0-9a-f]{64}$/)
    const shown = await world.call(serverWallets.find, { params: input.params, query: {} })
    expect(typeof shown.body.exported_at).toBe('number')
    const events = await readEvents()
    expect(events).toContainEqual({
      type: 'wallet.private_key_export',
      subject: `wallet:${wallet.id}`,
      data: { user_id: null, wallet_id: wallet.id, wallet_address: wallet.address },
    })
    const alarms = world.kit.db.selectFrom('audit_event').select('data')
    const raised = await alarms.where('kind', '=', 'alarm_raised').execute()
    expect(raised.map(({ data }) => data.alarm)).toEqual(['server_wallet_exported'])
  })
})

describe('users', () => {
  test('a wallet is made for a user ahead of the login, and is listed by the user', async () => {
    const { user } = await world.kit.signIn('ahead@example.com')
    const made = await world.call(serverWallets.createForUser, {
      params: { user_id: user.id },
      body: { wallets: [{ chain_type: 'ethereum' }, { chain_type: 'solana' }] },
    })
    expect(made.status).toBe(200)
    const query = { user_id: user.id }
    const { data } = (await world.call(serverWallets.list, { query })).body
    expect(data.map(({ chain_type }) => chain_type).sort()).toEqual(['ethereum', 'solana'])
    const wallets = made.body.linked_accounts.filter(({ type }) => type === 'wallet')
    expect(wallets).toMatchObject([
      {
        id: data.find(({ chain_type }) => chain_type === 'ethereum')?.id,
        chain_type: 'ethereum',
        chain_id: 'eip155:1',
        wallet_client: 'privy',
        connector_type: 'embedded',
        imported: false,
        delegated: false,
        wallet_index: 0,
        recovery_method: 'privy-v2',
      },
      { chain_type: 'solana', wallet_index: 0 },
    ])
    const later = await world.kit.signIn('ahead@example.com')
    expect(later.user.linked_accounts.filter(({ type }) => type === 'wallet')).toEqual(wallets)
    const told = (await readEvents()).filter(({ type }) => type === 'user.wallet_created')
    expect(told.map(({ subject }) => subject)).toEqual(Array(2).fill(`user:${userIdOf(user)}`))
    const unknown = await world.call(serverWallets.createForUser, {
      params: { user_id: 'did:privy:unknown' },
      body: { wallets: [{ chain_type: 'ethereum' }] },
    })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'user_does_not_exist'])
  })

  test('a wallet that was put aside is not a linked account any more', async () => {
    const { user } = await world.kit.signIn('aside@example.com')
    const params = { user_id: user.id }
    const body = { wallets: [{ chain_type: 'ethereum' }, { chain_type: 'ethereum' }] }
    const made = await world.call(serverWallets.createForUser, { params, body })
    const wallets = made.body.linked_accounts.flatMap((each) =>
      each.type === 'wallet' && each.wallet_client === 'privy' ? [each] : [],
    )
    expect(wallets.map(({ wallet_index }) => wallet_index)).toEqual([0, 1])
    const [first] = wallets

    const archived = await world.call(serverWallets.archive, {
      params: { wallet_id: String(first?.id) },
    })

    expect(archived.status).toBe(200)
    const left = (await world.kit.signIn('aside@example.com')).user.linked_accounts
    expect(left.flatMap((each) => (each.type === 'wallet' ? [each.address] : []))).toEqual([
      wallets[1]?.address,
    ])
  })

  test('a wallet whose owner is a user is a linked account: created, and taken over from a key', async () => {
    const session = await world.kit.signIn('owner@example.com')
    const owner = { user_id: session.user.id }
    const addresses = async () =>
      (await world.kit.signIn('owner@example.com')).user.linked_accounts.flatMap((each) =>
        each.type === 'wallet' ? [each.address] : [],
      )
    const created = await world.createWallet({ owner })
    expect(await addresses()).toEqual([created.address])
    const key = world.newKey()
    const other = await world.createWallet({}, key)
    const taken = await world.createWallet({}, key)
    const update = (wallet_id: string, body: object, signer: typeof key) =>
      world.call(serverWallets.update, { params: { wallet_id }, body }, { keys: [signer] })
    expect((await update(taken.id, { owner }, key)).status).toBe(200)
    expect(await addresses()).toEqual([created.address, taken.address])

    const unknown = { user_id: 'did:privy:unknown' }
    for (const asked of [
      world.call(serverWallets.create, { body: { chain_type: 'ethereum', owner: unknown } }),
      update(other.id, { owner: unknown }, key),
    ]) {
      const { status, body } = await asked
      expect([status, body.error]).toEqual([400, 'The app has no such user'])
    }
  })

  test('user keys are off until the app switches them on; then the key signs for wallets with a policy', async () => {
    const session = await world.kit.signIn('keys@example.com')
    const rules = [
      { name: 'Messages', method: 'personal_sign', action: 'ALLOW' as const, conditions: [] },
    ]
    const policy = await world.call(policies.create, {
      body: { version: '1.0', name: 'Messages', chain_type: 'ethereum', rules },
    })
    const recipient = await newRecipient()
    const ask = (user_jwt = session.token) =>
      world.call(serverWallets.authenticate, {
        body: { user_jwt, encryption_type: 'HPKE', recipient_public_key: recipient.spki },
      })
    const off = await ask()
    expect([off.status, off.body.code]).toEqual([400, 'feature_not_enabled'])

    const params = { app_id: world.kit.appId }
    await world.call(walletSettings.update, { params, body: { user_keys: true } })
    const forged = await ask('x.y.z')
    expect([forged.status, forged.body.code]).toEqual([401, 'missing_or_invalid_token'])
    const wallet = await world.createWallet({
      owner: { user_id: session.user.id },
      policy_ids: [policy.body.id],
    })
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body.wallets.map(({ id }) => id)).toEqual([wallet.id])
    expect(body.expires_at).toBeGreaterThan(world.kit.clock.nowMs())
    const key = readUserKey(await recipient.open(body.encrypted_authorization_key))
    const message = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } }
    const signed = await world.call(
      walletActions.rpc,
      { params: { wallet_id: wallet.id }, body: message },
      { keys: [key] },
    )
    expect([signed.status, signed.body.method]).toEqual([200, 'personal_sign'])
  })
})
