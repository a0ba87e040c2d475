import { api, type SmartWalletConfig } from '@sallyport/contract'
import {
  authOrigin,
  createEthereumWallet,
  createInhabitant,
  createKitWithVault,
  testOrigin,
  writeLoginMessage,
} from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const network = {
  chain_id: 'eip155:8453',
  bundler_url: 'https://bundler.example.com/rpc',
  paymaster_url: 'https://paymaster.example.com',
  paymaster_context: { policy_id: '0e5de6d3-0a2f-4d0b-9c0d-3c1f0b7a5f11' },
}
const config: SmartWalletConfig = {
  enabled: true,
  smart_wallet_type: 'safe',
  configured_networks: [network],
}

const contracts = { answer: true }
/** Whom the chain's node says a smart wallet belongs to. */
type Owned = (question: {
  address: string
  owner: string
  version?: string | undefined
}) => Promise<boolean>
const everyOwner: Owned = async () => true
const chain = { isOwnedBy: everyOwner }
let world: Awaited<ReturnType<typeof createKitWithVault>>
beforeAll(async () => {
  world = await createKitWithVault({
    app: { settings: { smart_wallet_config: config } },
    config: { bundlerUrls: new Map([['10', 'https://own.example.com/rpc']]) },
    deps: {
      contractSignatures: {
        supports: (chainId) => chainId === '8453',
        verify: async () => contracts.answer,
      },
      smartWalletOwners: { isOwnedBy: (_chainId, question) => chain.isOwnedBy(question) },
    },
  })
})
afterAll(() => world.close())
beforeEach(() => {
  contracts.answer = true
  chain.isOwnedBy = everyOwner
})

let serial = 0
async function newUser() {
  serial += 1
  const { kit, vault } = world
  return createInhabitant(kit, {
    email: `smart${serial}@example.com`,
    vaultPublicKey: vault.publicKey,
  })
}
type Caller = { token?: string; walletGrant?: null; secret?: string }
const callerOf = ({ session }: { session: { token: string } }): Caller => ({ token: session.token })

/** A message for the wallet at `address`, as the SDK lets the owner sign it. */
async function sign(address: string, caller: Caller, fields: object = {}) {
  const { kit } = world
  const { body } = await kit.call(api.siwe.init, { body: { address } }, caller)
  const issuedAt = new Date(kit.clock.nowMs()).toISOString()
  const { nonce } = body
  const message = writeLoginMessage({
    ...{ chain: 'Ethereum', address, nonce, issuedAt, chainId: '8453' },
    ...fields,
  } as Parameters<typeof writeLoginMessage>[0])
  return { message, signature: `0x${'12'.repeat(80)}`, smart_wallet_type: 'safe' } as const
}
const link = (body: Awaited<ReturnType<typeof sign>>, caller: Caller) =>
  world.kit.call(api.siwe.linkSmartWallet, { body }, caller)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'ok' : body.code
const bySecret = (): Caller => ({ secret: world.kit.appSecret })
const newAddress = () => createEthereumWallet().address

describe('linking the smart wallet of a user', () => {
  test('adds it to the user, whose app finds them by its address; repeating changes nothing', async () => {
    const ada = await newUser()
    const caller = callerOf(ada)
    const address = newAddress()
    const version = { smart_wallet_version: '1.4.1' }
    const { body } = await link({ ...(await sign(address, caller)), ...version }, caller)
    const linked = body.linked_accounts?.find(({ type }) => type === 'smart_wallet')
    expect(linked).toMatchObject({ address, smart_wallet_type: 'safe', ...version })

    expect(codeOf(await link(await sign(address, caller), caller))).toBe('ok')
    const found = await world.kit.call(api.users.bySmartWallet, { body: { address } }, bySecret())
    expect(found.body.id).toBe(ada.session.user.id)
  })

  test('the nonce counts once', async () => {
    const caller = callerOf(await newUser())
    const body = await sign(newAddress(), caller)
    await link(body, caller)
    expect(codeOf(await link(body, caller))).toBe('invalid_credentials')
  })

  test('a user has one, and it is no other user’s', async () => {
    const [ada, bea] = [callerOf(await newUser()), callerOf(await newUser())]
    const address = newAddress()
    await link(await sign(address, ada), ada)
    expect(codeOf(await link(await sign(newAddress(), ada), ada))).toBe('cannot_link_more_of_type')
    expect(codeOf(await link(await sign(address, bea), bea))).toBe('linked_to_another_user')
  })

  test('a contract that its own owner does not share with the user is refused, and its nonce is not used up', async () => {
    const caller = callerOf(await newUser())
    const asked: string[] = []
    chain.isOwnedBy = async ({ owner }) => {
      asked.push(owner)
      return false
    }
    const body = await sign(newAddress(), caller)
    expect(codeOf(await link(body, caller))).toBe('invalid_credentials')
    chain.isOwnedBy = everyOwner
    const { status, body: user } = await link(body, caller)
    expect(status).toBe(200)
    expect(user.linked_accounts).toContainEqual(expect.objectContaining({ address: asked[0] }))
    expect(asked).toHaveLength(1)
  })

  test('error: the node of the chain does not say whose it is', async () => {
    const caller = callerOf(await newUser())
    chain.isOwnedBy = async () => {
      throw new Error('no answer')
    }
    expect((await link(await sign(newAddress(), caller), caller)).status).toBe(503)
  })

  test.each<[string, object, () => void]>([
    [
      'a signature that the contract refuses',
      {},
      () => {
        contracts.answer = false
      },
    ],
    ['a chain that the app has not configured', { chainId: '10' }, () => undefined],
    ['another site', { domain: 'evil.example', uri: 'https://evil.example' }, () => undefined],
  ])('error: %s', async (_name, fields, prepare) => {
    const caller = callerOf(await newUser())
    prepare()
    const body = await sign(newAddress(), caller, fields)
    expect(codeOf(await link(body, caller))).toBe('invalid_credentials')
  })

  test('error: another type than the app’s, and a user without an embedded wallet', async () => {
    const caller = callerOf(await newUser())
    const body = await sign(newAddress(), caller)
    const kernel = { ...body, smart_wallet_type: 'kernel' } as never
    expect(codeOf(await link(kernel, caller))).toBe('feature_not_enabled')
    const { token } = await world.kit.signIn('nowallet@example.com')
    const bare = { token }
    expect((await link(await sign(newAddress(), bare), bare)).body).toMatchObject({
      error: 'A smart wallet needs an Ethereum wallet',
    })
  })

  test('P1: a copied access token links no address that its thief controls', async () => {
    const { session } = await newUser()
    world.kit.clock.advance(16 * 60_000)
    const thief = { token: session.token, walletGrant: null }
    const body = await sign(newAddress(), thief)
    expect(codeOf(await link(body, thief))).toBe('missing_or_invalid_wallet_grant')
  })
})

describe('the settings of smart wallets', () => {
  const params = () => ({ app_id: world.kit.appId })
  const change = (body: object, as: Caller = bySecret()) =>
    world.kit.call(api.smartWallets.change, { params: params(), body: body as never }, as)

  test('clients read them by the call and in the app’s configuration', async () => {
    const { kit } = world
    expect((await kit.call(api.smartWallets.config, { params: params() })).body).toEqual(config)
    const whole = await kit.call(api.app.config, { params: params() })
    expect(whole.body.smart_wallet_config).toEqual(config)
  })

  test('a network without URLs gets the deployment’s own', async () => {
    const own = { chain_id: 'eip155:10' }
    const given = { ...config, configured_networks: [network, own] }
    const { body } = await change(given)
    expect(body).toMatchObject({
      configured_networks: [network, { ...own, bundler_url: 'https://own.example.com/rpc' }],
    })
    await change(config)
  })

  test('SMW-06: only the app’s secret changes them', async () => {
    expect((await change(config, callerOf(await newUser()))).status).toBe(401)
  })

  test.each([
    ['a chain id without namespace', { chain_id: '1' }, 'Chain ID must be an eip155 chain ID'],
    [
      'a policy without the form of a UUID',
      { paymaster_context: { policy_id: 'x' } },
      'Paymaster policy_id must be a UUID',
    ],
  ])('SMW-02: refuses %s', async (_name, fields, text) => {
    const { status, body } = await change({
      ...config,
      configured_networks: [{ ...network, ...fields }],
    })
    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(JSON.stringify(body)).toContain(text)
  })

  test('SMW-02: refuses an empty list of networks', async () => {
    expect(codeOf(await change({ ...config, configured_networks: [] }))).toBe('invalid_data')
  })

  test.each([
    'http://bundler.example.com',
    'https://user:pass@bundler.example.com',
    'https://10.0.0.8/rpc',
    'https://169.254.169.254/latest',
    'https://bundler.internal',
    'https://[::1]/rpc',
    'javascript:alert(1)',
  ])('SMW-08: refuses the URL %s', async (bundler_url) => {
    for (const name of ['bundler_url', 'paymaster_url', 'rpc_url']) {
      const networks = [{ ...network, [name]: bundler_url }]
      expect(codeOf(await change({ ...config, configured_networks: networks }))).toBe(
        'invalid_data',
      )
    }
  })
})

test('the origin of the wallet frame is not one that a message may name', async () => {
  const caller = callerOf(await newUser())
  const { host } = new URL(authOrigin)
  expect(testOrigin).not.toBe(authOrigin)
  const body = await sign(newAddress(), caller, { domain: host, uri: authOrigin })
  expect(codeOf(await link(body, caller))).toBe('invalid_credentials')
})
