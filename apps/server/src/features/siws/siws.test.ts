import { api } from '@sallyport/contract'
import {
  createSolanaWallet,
  createTestKit,
  type LoginMessageFields,
  type TestKit,
  type TestWallet,
  writeLoginMessage,
} from '@sallyport/testing'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ app: { settings: { solana_wallet_auth: true } } })
})
afterAll(() => kit.close())

const init = (address: string, appId = kit.appId) =>
  kit.call(api.siws.init, { body: { address } }, { appId })
const write = async (wallet: TestWallet, fields: Partial<LoginMessageFields> = {}) =>
  writeLoginMessage({
    chain: 'Solana',
    address: wallet.address,
    nonce: (await init(wallet.address)).body.nonce,
    issuedAt: new Date(kit.clock.nowMs()).toISOString(),
    ...fields,
  })
const send = (body: {
  message: string
  signature: string
  message_type?: 'plain' | 'transaction' | 'offchain-message' | null
  walletClientType?: string | null
  connectorType?: string | null
}) => kit.call(api.siws.authenticate, { body })
const login = async (wallet: TestWallet, fields: Partial<LoginMessageFields> = {}) => {
  const message = await write(wallet, fields)
  return send({ message, signature: wallet.sign(message) })
}
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'ok' : body.code

describe('login with a Solana wallet', () => {
  test('signs in by a signed message', async () => {
    const wallet = createSolanaWallet()
    const message = await write(wallet)
    const more = { walletClientType: 'phantom', connectorType: 'solana_adapter' }
    const { body } = await send({ message, signature: wallet.sign(message), ...more })
    const at = Math.floor(kit.clock.nowMs() / 1000)
    expect(body.user?.linked_accounts).toEqual([
      {
        type: 'wallet',
        address: wallet.address,
        chain_type: 'solana',
        wallet_client: 'unknown',
        wallet_client_type: 'phantom',
        connector_type: 'solana_adapter',
        verified_at: at,
        first_verified_at: at,
        latest_verified_at: at,
      },
    ])
  })

  test('takes what the newest clients send for nothing', async () => {
    const wallet = createSolanaWallet()
    const message = await write(wallet)
    const more = { walletClientType: null, connectorType: null, message_type: 'plain' } as const
    expect(codeOf(await send({ message, signature: wallet.sign(message), ...more }))).toBe('ok')
  })

  test('SWS-01: error: the same message and signature a second time; of 50 copies at once one signs in', async () => {
    const wallet = createSolanaWallet()
    const message = await write(wallet)
    const body = { message, signature: wallet.sign(message) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(body)))
    expect(answers.map(codeOf).sort()).toEqual([...Array(49).fill('invalid_credentials'), 'ok'])
    expect(codeOf(await send(body))).toBe('invalid_credentials')
  })

  test('SWS-02: error: keys of small order, which have a signature for every message', async () => {
    // The eight points of small order and their other encodings.
    const keys = [
      '0000000000000000000000000000000000000000000000000000000000000000',
      '0100000000000000000000000000000000000000000000000000000000000000',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      '0000000000000000000000000000000000000000000000000000000000000080',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    ]
    for (const key of keys) {
      const address = base58.encode(Buffer.from(key, 'hex'))
      for (const r of keys) {
        const signature = Buffer.concat([Buffer.from(r, 'hex'), Buffer.alloc(32)])
        const wallet = { address, sign: () => signature.toString('base64') }
        expect(codeOf(await login(wallet))).toBe('invalid_credentials')
      }
    }
  })

  test.each([
    ['domain', { domain: 'evil.example', uri: 'https://evil.example' }],
    ['URI', { uri: 'https://evil.example' }],
    ['chain', { chainId: 'devnet' }],
    ['chain', { chainId: '1' }],
    ['nonce', { nonce: 'selfmade1234' }],
    ['time', { issuedAt: '2026-01-14T12:00:00.000Z' }],
  ])('SWS-03: error: another %s', async (_what, fields) => {
    expect(codeOf(await login(createSolanaWallet(), fields))).toBe('invalid_credentials')
  })

  test('error: another key, another message, a damaged signature, a message for Ethereum', async () => {
    const wallet = createSolanaWallet()
    const message = await write(wallet)
    const right = wallet.sign(message)
    const damaged = Buffer.from(right, 'base64')
    damaged[63] = (damaged[63] ?? 0) ^ 0x10
    const short = Buffer.from(right, 'base64').subarray(1).toString('base64')
    for (const signature of [
      createSolanaWallet().sign(message),
      wallet.sign(`${message} `),
      damaged.toString('base64'),
      short,
    ]) {
      expect(codeOf(await send({ message, signature }))).toBe('invalid_credentials')
    }
    expect(codeOf(await login(wallet, { chain: 'Ethereum' }))).toBe('invalid_data')
    expect(codeOf(await send({ message, signature: right.slice(0, -1) }))).toBe('invalid_data')
  })

  test('SWS-05: spaces around an address are cut; anything else that is not one is refused', async () => {
    const { address } = createSolanaWallet()
    expect((await init(` ${address} `)).body.address).toBe(address)
    const wrong = [
      `\u200b${address}\u200b`,
      `${address.slice(0, 5)}\u200b${address.slice(5)}`,
      base58.encode(new Uint8Array(31).fill(7)),
      base58.encode(new Uint8Array(33).fill(7)),
      `1${base58.encode(new Uint8Array(32).fill(7))}`,
      '',
      'O0Il',
    ]
    for (const each of wrong) {
      expect(await init(each)).toMatchObject({
        status: 400,
        body: { code: 'invalid_data', error: 'Invalid Solana address' },
      })
    }
  })

  test('error: the method is off, and an address that the allow-list does not name', async () => {
    const { address } = createSolanaWallet()
    const off = await kit.addApp()
    expect(codeOf(await init(address, off.appId))).toBe('disallowed_login_method')
    const listed = await kit.addApp({
      settings: { solana_wallet_auth: true, allowlist_enabled: true },
    })
    expect(codeOf(await init(address, listed.appId))).toBe('allowlist_rejected')
  })
})

describe('what a hardware wallet signs instead', () => {
  const memoProgram = base58.decode('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
  const length = (value: number) => (value < 128 ? [value] : [(value & 0x7f) | 0x80, value >> 7])
  /** A transaction of `address` with the memo `text`, and whatever `changed` makes of its parts. */
  const transaction = (wallet: TestWallet, text: string, changed: Partial<Parts> = {}) => {
    const data = Buffer.from(text)
    const parts: Parts = {
      program: memoProgram,
      accounts: [0],
      instructions: 1,
      signer: base58.decode(wallet.address),
      ...changed,
    }
    const instruction = [
      1,
      parts.accounts.length,
      ...parts.accounts,
      ...length(data.length),
      ...data,
    ]
    const message = Uint8Array.from([
      ...[1, 0, 1, 2],
      ...parts.signer,
      ...parts.program,
      ...new Uint8Array(32).fill(9),
      parts.instructions,
      ...Array.from({ length: parts.instructions }, () => instruction).flat(),
    ])
    const signature = Buffer.from(wallet.sign(message), 'base64')
    return Buffer.concat([Uint8Array.of(1), signature, message]).toString('base64')
  }
  interface Parts {
    program: Uint8Array
    accounts: number[]
    instructions: number
    signer: Uint8Array
  }

  test('SWS-07: a transaction whose only instruction is a memo with the message', async () => {
    const wallet = createSolanaWallet()
    const message = await write(wallet)
    const signature = transaction(wallet, message)
    expect(codeOf(await send({ message, signature }))).toBe('invalid_credentials')
    const body = { message, signature, message_type: 'transaction' } as const
    expect(codeOf(await send(body))).toBe('ok')
    expect(codeOf(await send(body))).toBe('invalid_credentials')
  })

  test('SWS-07: error: a transaction that does anything else', async () => {
    const wallet = createSolanaWallet()
    const message = await write(wallet)
    const signatures = [
      transaction(wallet, `${message} `),
      transaction(wallet, message, { program: new Uint8Array(32) }),
      transaction(wallet, message, { instructions: 2 }),
      transaction(wallet, message, { instructions: 0 }),
      transaction(wallet, message, { accounts: [1] }),
      transaction(wallet, message, { signer: base58.decode(createSolanaWallet().address) }),
      transaction(createSolanaWallet(), message, { signer: base58.decode(wallet.address) }),
      wallet.sign(message),
      Buffer.alloc(70, 1).toString('base64'),
      Buffer.from([1, ...new Uint8Array(64)]).toString('base64'),
    ]
    for (const signature of signatures) {
      const answer = await send({ message, signature, message_type: 'transaction' })
      expect(codeOf(answer)).toBe('invalid_credentials')
    }
  })

  test('the envelope of off-chain messages, in both layouts that devices have signed', async () => {
    const wallet = createSolanaWallet()
    const head = [0xff, ...Buffer.from('solana offchain'), 0]
    const text = async () => {
      const message = await write(wallet)
      const bytes = Buffer.from(message)
      return { message, tail: [bytes.length & 0xff, bytes.length >> 8, ...bytes] }
    }
    const signer = base58.decode(wallet.address)
    for (const middle of [[1], [0], [2], [...new Uint8Array(32), 1, 1, ...signer]]) {
      const { message, tail } = await text()
      const signature = wallet.sign(Uint8Array.from([...head, ...middle, ...tail]))
      expect(codeOf(await send({ message, signature }))).toBe('invalid_credentials')
      expect(codeOf(await send({ message, signature, message_type: 'transaction' }))).toBe(
        'invalid_credentials',
      )
      const answer = await send({ message, signature, message_type: 'offchain-message' })
      expect(codeOf(answer)).toBe('ok')
    }
    const { message } = await text()
    const signature = wallet.sign(message)
    expect(codeOf(await send({ message, signature, message_type: 'offchain-message' }))).toBe(
      'invalid_credentials',
    )
  })
})
