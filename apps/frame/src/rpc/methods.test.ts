import { userIdPrefix } from '@sallyport/contract'
import { loadChain } from '@sallyport/crypto'
import { verify } from '@sallyport/crypto/chains/solana'
import { seedFromEntropy } from '@sallyport/crypto/mnemonic'
import { describe, expect, test } from 'vitest'
import { base64ToBytes, bytesToBase64 } from '../base64.js'
import { createRig, dataOf, errorOf } from '../testing/rig.js'
import { readRequest } from './methods.js'

const refusal = { name: 'FrameError', type: 'invalid_request_arguments' }
const ada = `${userIdPrefix}ada`

describe('readRequest', () => {
  test.each(['constructor', '__proto__', 'eth_sendTransaction', 'exportKey', ''])(
    'IFR-06: refuses the method %j',
    async (method) => {
      await expect(readRequest('ethereum', { method, params: [] })).rejects.toMatchObject(refusal)
      await expect(readRequest('solana', { method, params: [] })).rejects.toMatchObject(refusal)
    },
  )

  test.each([
    {},
    { message: '' },
    { message: 'no base64!' },
    { message: 'abc' },
    { message: 1 },
    undefined,
    ['aGk='],
  ])('error: refuses the Solana message %j', async (params) => {
    await expect(readRequest('solana', { method: 'signMessage', params })).rejects.toMatchObject(
      refusal,
    )
  })

  test.each(['generation', 'account', 'add accounts'])(
    'error: signs no text for a page that begins like the wallet’s own about its %s',
    async (what) => {
      const text = `sallyport ${what} v1\nanything`
      const hex = `0x${Buffer.from(text).toString('hex')}`
      const message = Buffer.from(text).toString('base64')
      const calls = [
        readRequest('ethereum', { method: 'personal_sign', params: [text, '0x00'] }),
        readRequest('ethereum', { method: 'personal_sign', params: [hex, '0x00'] }),
        readRequest('ethereum', { method: 'eth_sign', params: ['0x00', text] }),
        readRequest('solana', { method: 'signMessage', params: { message } }),
      ]
      for (const call of calls) await expect(call).rejects.toMatchObject(refusal)
    },
  )

  test('signs other words about Sallyport', async () => {
    const params = ['sallyport is a gate\nv1', '0x00']
    expect(await readRequest('ethereum', { method: 'personal_sign', params })).toBeTypeOf(
      'function',
    )
  })

  test('signs the bytes of a Solana message', async () => {
    const solana = await loadChain.solana()
    const seed = await seedFromEntropy(new Uint8Array(16).fill(7), crypto.subtle)
    const privateKey = solana.derivePrivateKey(seed, 0)
    const { address } = solana.address(privateKey)
    const message = Uint8Array.of(0, 255, 128)

    const sign = await readRequest('solana', {
      method: 'signMessage',
      params: { message: bytesToBase64(message) },
    })
    const { signature } = sign({ address, privateKey }) as { signature: string }

    expect(verify({ address, message, signature: base64ToBytes(signature) })).toBe(true)
  })
})

describe('rpc', () => {
  async function setup() {
    const rig = await createRig()
    const page = rig.openPage(undefined, { allowsRawDigests: true })
    const accessToken = rig.token(ada)
    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken })) as {
      address: string
    }
    const root = {
      accessToken,
      entropyId: address,
      entropyIdVerifier: 'ethereum-address-verifier',
    } as const
    return { ...rig, page, accessToken, address, root }
  }
  const hash = { method: 'secp256k1_sign', params: [`0x${'11'.repeat(32)}`] }

  test('adds a further address, once, and signs with it', async () => {
    const { page, root, address, custody } = await setup()
    const path = { chainType: 'ethereum', hdWalletIndex: 3 } as const

    const added = dataOf(await page.send('privy:wallets:add', { ...root, ...path }))
    const again = dataOf(await page.send('privy:wallets:add', { ...root, ...path }))
    const signed = dataOf(await page.send('privy:wallets:rpc', { ...root, ...path, request: hash }))

    expect(added.address).not.toBe(address)
    expect(again.address).toBe(added.address)
    expect(signed).toMatchObject({ address: added.address, chainType: 'ethereum' })
    expect([...custody.roots.values()][0]?.accounts).toHaveLength(2)
  })

  test('signs with an address that was added on another device', async () => {
    const { page, openPage, root } = await setup()
    const other = openPage()
    await other.send('privy:wallets:recover', root)
    const path = { chainType: 'solana', hdWalletIndex: 1 } as const
    const added = dataOf(await other.send('privy:wallets:add', { ...root, ...path }))

    const signed = await page.send('privy:wallets:rpc', {
      ...root,
      ...path,
      request: { method: 'signMessage', params: { message: 'aGVsbG8=' } },
    })

    expect(dataOf(signed).address).toBe(added.address)
  })

  test("error: does not sign with an index that is not the user's", async () => {
    const { page, root } = await setup()
    const answer = await page.send('privy:wallets:rpc', {
      ...root,
      chainType: 'ethereum',
      hdWalletIndex: 5,
      request: hash,
    })
    expect(errorOf(answer)).toBe('invalid_request_arguments')
  })

  test('error: does not sign for a listed address that is not the one of the key', async () => {
    const { page, root, custody } = await setup()
    custody.intercept = async ({ route, answer }) => {
      if (route !== 'list') return answer()
      const { roots } = (await answer()) as { roots: { accounts: object[] }[] }
      const claimed = {
        chain_type: 'ethereum',
        wallet_index: 5,
        address: '0x00000000000000000000000000000000000000aa',
      }
      return { roots: roots.map((r) => ({ ...r, accounts: [...r.accounts, claimed] })) }
    }

    const answer = await page.send('privy:wallets:rpc', {
      ...root,
      chainType: 'ethereum',
      hdWalletIndex: 5,
      request: hash,
    })

    expect(errorOf(answer)).toBe('invalid_request_arguments')
  })

  test('error: refuses a wrong request before it asks for a share', async () => {
    const { page, root, custody } = await setup()
    custody.calls.length = 0
    const answer = await page.send('privy:wallets:rpc', {
      ...root,
      chainType: 'ethereum',
      hdWalletIndex: 0,
      request: { method: 'eth_signTransaction', params: [{}] },
    })
    expect(errorOf(answer)).toBe('invalid_request_arguments')
    expect(custody.calls).toEqual([])
  })

  test('T-34: refuses typed data that is too large before it asks for a share', async () => {
    const { page, root, custody } = await setup()
    custody.calls.length = 0
    const typedData = {
      types: { List: [{ name: 'items', type: 'bool[]' }] },
      primaryType: 'List',
      domain: {},
      message: { items: Array<boolean>(20_000).fill(true) },
    }
    const answer = await page.send('privy:wallets:rpc', {
      ...root,
      chainType: 'ethereum',
      hdWalletIndex: 0,
      request: { method: 'eth_signTypedData_v4', params: [root.entropyId, typedData] },
    })
    expect(errorOf(answer)).toBe('invalid_request_arguments')
    expect(custody.calls).toEqual([])
  })

  test('the older events connect, sign and add by address and by public key', async () => {
    const { page, accessToken, address } = await setup()
    const { publicKey } = dataOf(
      await page.send('privy:solana-wallet:create', { accessToken, ethereumAddress: address }),
    ) as { publicKey: string }
    const message = { method: 'signMessage', params: { message: 'aGVsbG8=' } }

    const connected = [
      dataOf(await page.send('privy:wallet:connect', { accessToken, address })),
      dataOf(await page.send('privy:solana-wallet:connect', { accessToken, publicKey })),
    ]
    const ethereum = dataOf(
      await page.send('privy:wallet:rpc', { accessToken, address, request: hash }),
    )
    const additional = dataOf(
      await page.send('privy:solana-wallet:create-additional', {
        accessToken,
        primaryPublicKey: publicKey,
        hdWalletIndex: 1,
      }),
    ) as { publicKey: string }
    const solana = dataOf(
      await page.send('privy:solana-wallet:rpc', { accessToken, ...additional, request: message }),
    )

    expect(connected).toEqual([{ address }, { publicKey }])
    expect(ethereum).toMatchObject({ address, response: { method: 'secp256k1_sign' } })
    expect(solana).toMatchObject({ ...additional, response: { method: 'signMessage' } })
  })
})
