import { api } from '@sallyport/contract'
import { hashMessage, toHex } from '@sallyport/crypto/chains/ethereum'
import {
  createEthereumWallet,
  createTestKit,
  type LoginMessageFields,
  type TestKit,
  type TestWallet,
  testOrigin,
  writeLoginMessage,
} from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/** What the stand-in for the chains' nodes answers. */
const contracts = {
  answer: true as boolean | Error,
  asked: [] as unknown[],
}
let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({
    app: { settings: { wallet_auth: true } },
    deps: {
      contractSignatures: {
        supports: (chainId) => chainId === '8453' || chainId === '10',
        verify: async (signature) => {
          contracts.asked.push(signature)
          if (contracts.answer instanceof Error) throw contracts.answer
          return contracts.answer
        },
      },
    },
  })
})
afterAll(() => kit.close())
beforeEach(() => {
  contracts.answer = true
  contracts.asked = []
  kit.clock.advance(60_000)
})

const init = (address: string | null, options: Parameters<TestKit['call']>[2] = {}) =>
  kit.call(api.siwe.init, { body: address === null ? {} : { address } }, options)
const nonceFor = async (address: string) => (await init(address)).body.nonce
const now = (offsetMs = 0) => new Date(kit.clock.nowMs() + offsetMs).toISOString()
const write = (wallet: TestWallet, fields: Partial<LoginMessageFields>) =>
  writeLoginMessage({ chain: 'Ethereum', address: wallet.address, issuedAt: now(), ...fields })

type Body = Parameters<typeof send>[0]
const send = (
  body: {
    message: string
    signature: string
    chainId?: string | null
    walletClientType?: string | null
    connectorType?: string | null
    mode?: 'no-signup'
  },
  options: Parameters<TestKit['call']>[2] = {},
) => kit.call(api.siwe.authenticate, { body }, options)

/** Logs in with a right nonce and whatever else the message says. */
const login = async (
  wallet: TestWallet,
  fields: Partial<LoginMessageFields> = {},
  more: Partial<Body> = {},
) => {
  const message = write(wallet, { nonce: await nonceFor(wallet.address), ...fields })
  return send({ message, signature: wallet.sign(message), ...more })
}
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'ok' : body.code
const sessions = async () => (await kit.db.selectFrom('session').select('id').execute()).length

describe('login with an Ethereum wallet', () => {
  test('signs in by a signed message and keeps what the client says about the wallet', async () => {
    const wallet = createEthereumWallet()
    const asked = await init(wallet.address.toLowerCase())
    expect(asked.body).toEqual({
      nonce: expect.stringMatching(/^[a-z0-9]{25}$/),
      address: wallet.address,
      expires_at: now(600_000),
    })
    const message = write(wallet, { nonce: asked.body.nonce, chainId: '137' })
    const more = { walletClientType: 'metamask', connectorType: 'injected', chainId: 'eip155:137' }
    const { body } = await send({ message, signature: wallet.sign(message), ...more })

    const at = Math.floor(kit.clock.nowMs() / 1000)
    expect(body.user?.linked_accounts).toEqual([
      {
        type: 'wallet',
        address: wallet.address,
        chain_id: 'eip155:137',
        chain_type: 'ethereum',
        wallet_client: 'unknown',
        wallet_client_type: 'metamask',
        connector_type: 'injected',
        verified_at: at,
        first_verified_at: at,
        latest_verified_at: at,
      },
    ])
  })

  test('a wallet that says it is embedded is not believed', async () => {
    const wallet = createEthereumWallet()
    const asked = await init(wallet.address)
    const message = write(wallet, { nonce: asked.body.nonce, chainId: '137' })
    const more = { walletClientType: 'privy', connectorType: 'embedded', chainId: 'eip155:137' }
    const { body } = await send({ message, signature: wallet.sign(message), ...more })

    const [account] = body.user?.linked_accounts ?? []
    expect(account).toMatchObject({ address: wallet.address, wallet_client: 'unknown' })
    expect(account).not.toHaveProperty('wallet_client_type')
    expect(account).not.toHaveProperty('connector_type')
  })

  test('a nonce may be asked for before the wallet is known', async () => {
    const asked = await init(null)
    expect(asked.body.address).toBeUndefined()
    const wallet = createEthereumWallet()
    expect(codeOf(await login(wallet, { nonce: asked.body.nonce }))).toBe('ok')
  })

  test('the limits of what a client may say', async () => {
    const fits = { walletClientType: 'x'.repeat(64), connectorType: null, chainId: null }
    expect(codeOf(await login(createEthereumWallet(), {}, fits))).toBe('ok')
  })

  test.each([
    { chainId: 'x'.repeat(42) },
    { walletClientType: 'x'.repeat(65) },
    { connectorType: 'x'.repeat(65) },
    { signature: '0x123' },
    { signature: 'hello' },
    { message: 'x'.repeat(4097) },
    { message: 'hello' },
  ])('SWE-11: error: %j is invalid data', async (more) => {
    expect(await login(createEthereumWallet(), {}, more)).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
  })

  test('SWE-01: error: the same message and signature a second time', async () => {
    const wallet = createEthereumWallet()
    const message = write(wallet, { nonce: await nonceFor(wallet.address) })
    const body = { message, signature: wallet.sign(message) }
    expect(codeOf(await send(body))).toBe('ok')
    const before = await sessions()
    expect(codeOf(await send(body))).toBe('invalid_credentials')
    expect(await sessions()).toBe(before)
  })

  test('SWE-01: of 50 copies at once one signs in', async () => {
    const wallet = createEthereumWallet()
    const message = write(wallet, { nonce: await nonceFor(wallet.address) })
    const body = { message, signature: wallet.sign(message) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(body)))
    const codes = answers.map(codeOf).sort()
    expect(codes).toEqual([...Array(49).fill('invalid_credentials'), 'ok'])
  })

  test('SWE-02: error: a nonce that was not issued, of another app, chain or address, or old', async () => {
    const wallet = createEthereumWallet()
    const other = await kit.addApp({ settings: { wallet_auth: true, solana_wallet_auth: true } })
    const foreign = await init(wallet.address, { appId: other.appId })
    const solana = await kit.call(
      api.siws.init,
      { body: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' } },
      { appId: other.appId },
    )
    const ofAnother = await nonceFor(createEthereumWallet().address)
    const nonces = ['selfmade1234', foreign.body.nonce, solana.body.nonce, ofAnother]
    for (const nonce of nonces) {
      expect(await login(wallet, { nonce })).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      })
    }
    const old = await nonceFor(wallet.address)
    kit.clock.advance(600_000)
    expect(codeOf(await login(wallet, { nonce: old }))).toBe('invalid_credentials')
  })

  test('a nonce works in the browser that asked for it, and with clients that keep no cookies', async () => {
    const wallet = createEthereumWallet()
    const ask = async () => {
      const { body, headers } = await init(wallet.address)
      const [cookie = ''] = String(headers['set-cookie']).split(';')
      const message = write(wallet, { nonce: body.nonce })
      return { cookie, body: { message, signature: wallet.sign(message) } }
    }
    const [one, two, three] = [await ask(), await ask(), await ask()]
    expect(codeOf(await send(one.body, { headers: { cookie: two.cookie } }))).toBe(
      'invalid_credentials',
    )
    expect(codeOf(await send(one.body, { headers: { cookie: one.cookie } }))).toBe('ok')
    expect(codeOf(await send(three.body))).toBe('ok')
  })

  test.each([
    ['another domain', { domain: 'evil.example', uri: 'https://evil.example' }],
    ['a domain that is not the URI’s', { domain: 'evil.example' }],
    ['a URI that is not the domain’s', { uri: 'https://evil.example' }],
    ['another port', { domain: 'localhost:4444', uri: 'http://localhost:4444' }],
    ['another scheme', { domain: 'https://localhost:4402' }],
    ['the auth origin', { domain: 'localhost:4400', uri: 'http://localhost:4400' }],
    ['a URI with a user', { uri: 'http://good@localhost:4402' }],
    ['a URI that is not a URL', { uri: 'localhost' }],
    ['a URI of another scheme', { uri: 'ftp://localhost:4402' }],
    ['a domain in upper case', { domain: 'LOCALHOST:4402' }],
  ])('SWE-04: error: %s', async (_what, fields) => {
    expect(codeOf(await login(createEthereumWallet(), fields))).toBe('invalid_credentials')
  })

  test('SWE-04: without Origin the message has to be for an allowed domain', async () => {
    const { appId } = await kit.addApp({
      settings: { wallet_auth: true, allowed_domains: ['https://shop.example'] },
    })
    const wallet = createEthereumWallet()
    const loginFor = async (origin: string) => {
      const { body } = await init(wallet.address, { appId, origin: null })
      const { nonce } = body
      const message = write(wallet, { nonce, domain: new URL(origin).host, uri: origin })
      return send({ message, signature: wallet.sign(message) }, { appId, origin: null })
    }
    expect(codeOf(await loginFor('https://shop.example'))).toBe('ok')
    expect(codeOf(await loginFor('https://evil.example'))).toBe('invalid_credentials')
    expect(codeOf(await loginFor('http://shop.example'))).toBe('invalid_credentials')
  })

  test('error: the signature of another key, over another message, or damaged', async () => {
    const wallet = createEthereumWallet()
    const nonce = await nonceFor(wallet.address)
    const message = write(wallet, { nonce })
    const right = wallet.sign(message)
    const wrong = [
      createEthereumWallet().sign(message),
      wallet.sign(`${message} `),
      `${right.slice(0, -2)}02`,
      `0x${'00'.repeat(65)}`,
      `${right.slice(0, 66)}${'ff'.repeat(32)}1b`,
    ]
    for (const signature of wrong) {
      expect(codeOf(await send({ message, signature }))).toBe('invalid_credentials')
    }
    // None of them used the nonce up.
    expect(codeOf(await send({ message, signature: right }))).toBe('ok')
  })

  test('SWE-06: error: a message from the future, too old, expired, or not yet valid', async () => {
    const cases = [
      { issuedAt: now(180_000) },
      { issuedAt: now(-721_000) },
      { expirationTime: now(-1_000) },
      { expirationTime: now() },
      { notBefore: now(1_000) },
    ]
    for (const fields of cases) {
      expect(codeOf(await login(createEthereumWallet(), fields))).toBe('invalid_credentials')
    }
    const fine = { issuedAt: now(60_000), expirationTime: now(1_000), notBefore: now() }
    expect(codeOf(await login(createEthereumWallet(), fine))).toBe('ok')
  })

  test.each(['', 'abcdefg', 'a'.repeat(300), null])(
    'SWE-07: error: the nonce %j',
    async (nonce) => {
      expect(codeOf(await login(createEthereumWallet(), { nonce }))).toBe('invalid_data')
    },
  )

  test('SWE-08: error: a statement that forges fields', async () => {
    const wallet = createEthereumWallet()
    const nonce = await nonceFor(wallet.address)
    const statement = `Hello\n\nURI: ${testOrigin}\nVersion: 1\nChain ID: 1\nNonce: ${nonce}`
    expect(codeOf(await login(wallet, { nonce, statement }))).toBe('invalid_data')
  })

  test.each([
    ['with a wrong checksum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['too short', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['an ICAP', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS'],
    ['an ENS name', 'vitalik.eth'],
  ])('SWE-10: error: an address %s', async (_what, address) => {
    const invalid = {
      status: 400,
      body: { code: 'invalid_data', error: 'Invalid Ethereum address' },
    }
    expect(await init(address)).toMatchObject(invalid)
    const wallet = createEthereumWallet()
    const { code } = (await login(wallet, { address })).body
    expect(code).toBe('invalid_data')
  })

  test('SWE-10: error: a message with a lower-case address, which has no checksum', async () => {
    const wallet = createEthereumWallet()
    expect(await login(wallet, { address: wallet.address.toLowerCase() })).toMatchObject({
      body: { code: 'invalid_data', error: 'Invalid Ethereum address' },
    })
  })

  test('error: a chain that contradicts the message, and one that is not a number', async () => {
    const wallet = createEthereumWallet()
    expect(codeOf(await login(wallet, {}, { chainId: 'eip155:5' }))).toBe('invalid_credentials')
    for (const chainId of ['mainnet', '01', '-1', '1.0', '9'.repeat(40)]) {
      expect(codeOf(await login(wallet, { chainId }))).toBe('invalid_data')
    }
  })

  test('SWE-17: error: an address that the allow-list does not name, at init and at login', async () => {
    const { appId } = await kit.addApp({ settings: { wallet_auth: true, allowlist_enabled: true } })
    const wallet = createEthereumWallet()
    expect(codeOf(await init(wallet.address, { appId }))).toBe('allowlist_rejected')
    const { body } = await init(null, { appId })
    const message = write(wallet, { nonce: body.nonce })
    const answer = await send({ message, signature: wallet.sign(message) }, { appId })
    expect([answer.status, codeOf(answer)]).toEqual([401, 'allowlist_rejected'])
  })

  test('error: the method is off', async () => {
    const { appId } = await kit.addApp()
    expect(codeOf(await init(null, { appId }))).toBe('disallowed_login_method')
  })

  test('no nonce, address, message or signature is logged', async () => {
    const wallet = createEthereumWallet()
    const nonce = await nonceFor(wallet.address)
    const message = write(wallet, { nonce })
    const signature = wallet.sign(message)
    await send({ message, signature: createEthereumWallet().sign(message) })
    await send({ message, signature })
    const log = kit.log.join('')
    for (const secret of [nonce, wallet.address, signature]) expect(log).not.toContain(secret)
  })
})

describe('login with a contract wallet', () => {
  /** As long as the signature of two owners. */
  const signature = `0x${'12'.repeat(130)}` as const
  const loginAs = async (wallet: TestWallet, chainId: string, more = {}) =>
    login(wallet, { chainId }, { signature, ...more })

  test('asks the contract on the chain of the message', async () => {
    const wallet = createEthereumWallet()
    const answer = await loginAs(wallet, '8453')
    expect(codeOf(answer)).toBe('ok')
    expect(answer.body.user?.linked_accounts).toMatchObject([{ chain_id: 'eip155:8453' }])
    expect(contracts.asked).toEqual([
      { chainId: '8453', address: wallet.address, hash: expect.any(String), signature },
    ])
    const message = write(wallet, { nonce: 'abcdefgh' })
    expect(toHex(hashMessage(message))).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('the signature of a key is never asked about', async () => {
    expect(codeOf(await login(createEthereumWallet(), { chainId: '8453' }))).toBe('ok')
    expect(contracts.asked).toEqual([])
  })

  test('error: the contract refuses', async () => {
    contracts.answer = false
    expect(codeOf(await loginAs(createEthereumWallet(), '8453'))).toBe('invalid_credentials')
  })

  test('SWE-13: error: the chain’s node is down', async () => {
    contracts.answer = new Error('down')
    const wallet = createEthereumWallet()
    const nonce = await nonceFor(wallet.address)
    const message = write(wallet, { nonce, chainId: '8453' })
    const before = await sessions()
    expect(await send({ message, signature })).toMatchObject({
      status: 503,
      body: { code: 'internal_error' },
    })
    expect(await sessions()).toBe(before)
    // The same signature works once the node is back.
    contracts.answer = true
    expect(codeOf(await send({ message, signature }))).toBe('ok')
  })

  test('error: a chain without an RPC URL', async () => {
    expect(await loginAs(createEthereumWallet(), '1')).toMatchObject({
      status: 400,
      body: { code: 'not_supported', error: expect.stringContaining('eip155:1') },
    })
    const likeKey = { signature: createEthereumWallet().sign('x') }
    expect(codeOf(await loginAs(createEthereumWallet(), '1', likeKey))).toBe('invalid_credentials')
  })

  test('error: no contract is asked before the nonce is known to be valid', async () => {
    const wallet = createEthereumWallet()
    const message = write(wallet, { nonce: 'selfmade1234', chainId: '8453' })
    expect(codeOf(await send({ message, signature }))).toBe('invalid_credentials')
    expect(contracts.asked).toEqual([])
  })

  test('error: the same address on another chain, where it can be the contract of another owner', async () => {
    const wallet = createEthereumWallet()
    expect(codeOf(await loginAs(wallet, '8453'))).toBe('ok')
    expect(codeOf(await loginAs(wallet, '10'))).toBe('invalid_credentials')
    expect(codeOf(await loginAs(wallet, '8453'))).toBe('ok')
  })
})
