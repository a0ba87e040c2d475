import { afterEach, describe, expect, test, vi } from 'vitest'
import { ethereum, RpcError, session } from '../index.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import type {
  Chain,
  ClientOptions,
  ConfirmRequest,
  ConfirmRequests,
  RequestUiOptions,
} from '../types.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const lower = address.toLowerCase()
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const chain = (id: number): Chain => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`https://chain-${id}.example`] } },
})
const typedData = {
  domain: { name: 'Mail', chainId: 31337 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'hello' },
}

afterEach(cleanUp)

/** The provider of a wallet in a frame that answers every request with `0xsigned`. */
async function open(options: Partial<ClientOptions> = {}) {
  const nodeCalls: { url: string; method: string }[] = []
  const world = await setup(
    {
      'privy:wallets:connect': ({ entropyId }) => ({ entropyId }),
      'privy:wallets:rpc': ({ request }) => ({
        address,
        chainType: 'ethereum',
        response: { method: (request as { method: string }).method, data: '0xsigned' },
      }),
    },
    {
      supportedChains: [chain(31337), chain(10)],
      async fetch(input, init) {
        if (!String(input).includes('.example')) return fetch(input, init)
        const { method } = JSON.parse(String(init?.body))
        nodeCalls.push({ url: String(input), method })
        if (method === 'eth_call') {
          const error = { code: 3, message: 'execution reverted', data: '0x1234' }
          return Response.json({ jsonrpc: '2.0', id: 1, error })
        }
        if (method === 'eth_gasPrice') {
          return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -39001, message: 'odd' } })
        }
        return Response.json({ jsonrpc: '2.0', id: 1, result: '0x10' })
      },
      ...options,
    },
  )
  const client = await world.signedIn()
  world.server.link(walletAccount('ethereum', address))
  await session.refreshUser(client)
  const provider = ethereum.getProvider(client, address)
  const rpc = () => world.frame.posts.filter((post) => post.event === 'privy:wallets:rpc')
  return { ...world, client, provider, nodeCalls, rpc }
}

/** A screen that approves everything and remembers what it was asked. */
function recorder() {
  const asked: { request: ConfirmRequest; ui: RequestUiOptions }[] = []
  const confirm: ConfirmRequests = {
    request(job) {
      asked.push({ request: job.request, ui: job.ui })
      return job.run(() => undefined)
    },
  }
  return { asked, confirm }
}

describe('getProvider', () => {
  test.each([
    ['eth_accounts', undefined, [address]],
    ['eth_requestAccounts', undefined, [address]],
    ['eth_coinbase', [], address],
    ['eth_chainId', undefined, '0x7a69'],
    ['net_version', undefined, '31337'],
    ['wallet_switchEthereumChain', [{ chainId: '0xa' }], null],
    ['wallet_addEthereumChain', [{ chainId: '0xa' }], null],
    ['eth_blockNumber', [], '0x10'],
    ['web3_clientVersion', undefined, '0x10'],
    ['personal_sign', ['0x68656c6c6f', address], '0xsigned'],
    ['personal_sign', [address, 'hello'], '0xsigned'],
    ['personal_sign', ['hello', lower], '0xsigned'],
    ['eth_sign', [address, '0x6869'], '0xsigned'],
    ['eth_signTypedData_v4', [address, JSON.stringify(typedData)], '0xsigned'],
    ['eth_signTypedData_v4', [address, typedData], '0xsigned'],
  ])('answers %s', async (method, params, expected) => {
    const { provider } = await open()

    expect(await provider.request({ method, params })).toEqual(expected)
  })

  test.each([
    ['personal_sign', ['hello', other], 4100],
    ['personal_sign', [7, address], -32602],
    ['personal_sign', 'hello', -32602],
    ['eth_sign', [other, '0x6869'], 4100],
    ['eth_sign', [address], -32602],
    ['eth_signTypedData_v4', [other, typedData], 4100],
    ['eth_signTypedData_v4', [address, '{'], -32602],
    ['eth_signTypedData_v4', [address, { ...typedData, primaryType: 'Other' }], -32602],
    ['eth_signTypedData_v4', [address, { primaryType: 'Mail' }], -32602],
    ['secp256k1_sign', ['0x1234'], -32602],
    ['secp256k1_sign', [hash], 4200],
    ['eth_sendTransaction', [{ from: other, to: other }], 4100],
    ['eth_sendTransaction', [], -32602],
    ['eth_signTransaction', [{ from: other, to: other }], 4100],
    ['wallet_switchEthereumChain', [{ chainId: 'five' }], -32602],
    ['wallet_switchEthereumChain', undefined, -32602],
    ['eth_signTypedData', [], 4200],
    ['eth_signTypedData_v3', [], 4200],
    ['eth_getEncryptionPublicKey', [address], 4200],
    ['eth_decrypt', [], 4200],
    ['wallet_watchAsset', [], 4200],
    ['personal_unlockAccount', [], 4200],
    ['anvil_setBalance', [], 4200],
    ['constructor', [], 4200],
    ['__proto__', [], 4200],
    ['eth_call', [{}], 3],
    ['eth_gasPrice', [], -32603],
  ])('error: refuses %s %j with %i', async (method, params, code) => {
    const { provider, rpc } = await open()

    await expect(provider.request({ method, params })).rejects.toMatchObject({
      name: 'RpcError',
      code,
    })
    expect(rpc()).toHaveLength(0)
  })

  test.each([
    ['eth_sendTransaction', [{ to: other, chainId: '0x5' }]],
    ['wallet_switchEthereumChain', [{ chainId: '0x5' }]],
    ['wallet_addEthereumChain', [{ chainId: '0x5' }]],
  ])('SIG-01: error: %s on a chain that is not configured', async (method, params) => {
    const { provider, rpc, nodeCalls } = await open()

    await expect(provider.request({ method, params })).rejects.toMatchObject({ code: 4901 })
    expect([rpc(), nodeCalls]).toEqual([[], []])
  })

  test('error: keeps the revert data of the node', async () => {
    const { provider } = await open()

    await expect(provider.request({ method: 'eth_call' })).rejects.toMatchObject({ data: '0x1234' })
  })

  test('sends reads to the chain it is on', async () => {
    const { provider, nodeCalls } = await open()
    const onChange = vi.fn()
    provider.on('chainChanged', onChange)

    await provider.request({ method: 'eth_blockNumber' })
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
    await provider.request({ method: 'eth_blockNumber' })

    expect(nodeCalls.map((each) => each.url)).toEqual([
      'https://chain-31337.example',
      'https://chain-10.example',
    ])
    expect(onChange.mock.calls).toEqual([['0xa']])
    expect(provider.chain.id).toBe(10)
  })

  test.each<[string, object, string[], object]>([
    ['null', { name: 'Lab', salt: null, verifyingContract: null }, ['name'], { value: '1' }],
    ['undefined', { name: 'Lab', salt: undefined }, ['name'], { value: '1' }],
  ])('a field of the domain that is %s is not in its type', async (_, domain, names, message) => {
    const { provider, rpc } = await open()
    const data = { ...typedData, domain, message }

    await provider.request({ method: 'eth_signTypedData_v4', params: [address, data] })

    const types = rpc()[0]?.data.request as { params: [string, { types: object }] }
    expect(types.params[1].types).toMatchObject({
      EIP712Domain: names.map((name) => ({ name, type: 'string' })),
    })
  })

  test.each([
    ['no domain', { ...typedData, domain: null }],
    [
      'the domain as primary type and no message',
      { ...typedData, primaryType: 'EIP712Domain', message: undefined },
    ],
  ])('typed data with %s reaches the wallet', async (_, data) => {
    const { provider, rpc } = await open()

    await provider.request({ method: 'eth_signTypedData_v4', params: [address, data] })

    expect(rpc()).toHaveLength(1)
  })

  test('adds the domain’s type to typed data', async () => {
    const { provider, rpc } = await open()

    await provider.request({ method: 'eth_signTypedData_v4', params: [address, typedData] })

    expect(rpc()[0]?.data.request).toMatchObject({
      params: [
        address,
        {
          types: {
            EIP712Domain: [
              { name: 'name', type: 'string' },
              { name: 'chainId', type: 'uint256' },
            ],
          },
        },
      ],
    })
  })

  test('asks first, with the message as people read it, and hands on the texts', async () => {
    const { asked, confirm } = recorder()
    const { provider } = await open({ confirm })
    const ui = { title: 'Welcome' }

    await provider.request({ method: 'personal_sign', params: ['0x68656c6c6f', address] }, ui)
    await provider.request({ method: 'personal_sign', params: ['0x00ff', address] })

    expect(asked[0]).toMatchObject({
      ui,
      request: { kind: 'sign-message', chainType: 'ethereum', address, message: 'hello' },
    })
    expect(asked[1]?.request).toMatchObject({ message: '0x00ff' })
  })

  test('a bare digest is shown as one, whatever the app says about screens', async () => {
    const { asked, confirm } = recorder()
    const { provider, rpc } = await open({ confirm })
    const call = { method: 'secp256k1_sign', params: [hash] }

    expect(await provider.request(call)).toBe('0xsigned')
    expect(asked[0]?.request).toEqual({ kind: 'sign-digest', address, digest: hash })
    const unseen = provider.request(call, { showWalletUIs: false })
    await expect(unseen).rejects.toMatchObject({ name: 'RpcError', code: 4200 })
    expect(rpc()).toHaveLength(1)
  })

  test('error: a bare digest is not signed where the app shows no screens', async () => {
    const { asked, confirm } = recorder()
    const { provider, rpc } = await open({ confirm, showWalletUIs: false })

    const unseen = provider.request({ method: 'secp256k1_sign', params: [hash] })

    await expect(unseen).rejects.toMatchObject({ name: 'RpcError', code: 4200 })
    expect([asked, rpc()]).toEqual([[], []])
  })

  test('error: signs nothing when the user refuses', async () => {
    const refused = new RpcError(4001)
    const { provider, rpc } = await open({ confirm: { request: () => Promise.reject(refused) } })

    const sign = provider.request({ method: 'personal_sign', params: ['hi', address] })

    await expect(sign).rejects.toBe(refused)
    expect(rpc()).toHaveLength(0)
  })

  test.each([
    [{ to: '0x00000000000000000000000000000000000A11ce' }, 'Invalid Ethereum address'],
    [{ to: other, value: '1 ether' }, "The transaction's value cannot be read"],
    [{ to: other, data: 'hello' }, "The transaction's data cannot be read"],
    [{ to: other, chainId: 'five' }, 'chainId must be a positive integer'],
    [{ to: other, chainId: '' }, 'chainId must be a positive integer'],
    [{ to: other, chainId: 1.5 }, 'chainId must be a positive integer'],
  ])('error: refuses %o without asking', async (transaction, message) => {
    const { asked, confirm } = recorder()
    const { provider, rpc } = await open({ confirm })

    for (const method of ['eth_sendTransaction', 'eth_signTransaction']) {
      const answer = provider.request({ method, params: [transaction] })
      await expect(answer).rejects.toMatchObject({ code: -32602, message })
    }

    expect(asked).toEqual([])
    expect(rpc()).toEqual([])
  })

  test('shows a transaction as it is signed', async () => {
    const asked: ConfirmRequest[] = []
    const confirm: ConfirmRequests = {
      request({ request }) {
        asked.push(request)
        return Promise.reject(new RpcError(4001))
      },
    }
    const { provider } = await open({ confirm })
    const given = { to: other.toLowerCase(), value: '16', input: '0xab', chainId: 10n, gasLimit: 1 }

    const answer = provider.request({ method: 'eth_sendTransaction', params: [given] })

    await expect(answer).rejects.toMatchObject({ code: 4001 })
    const transaction = { to: other, value: 16n, data: '0xab', gas: 1n }
    expect(asked).toMatchObject([{ kind: 'send-transaction', chain: { id: 10 }, transaction }])
  })

  test('signs without asking where the request says so', async () => {
    const { asked, confirm } = recorder()
    const { provider } = await open({ confirm })

    await provider.request(
      { method: 'personal_sign', params: ['hi', address] },
      { showWalletUIs: false },
    )

    expect(asked).toHaveLength(0)
  })

  test('IFR-09 the frame asks and the page does not, when the app enforces it', async () => {
    const { asked, confirm } = recorder()
    const world = await open({ confirm })
    world.server.state.config = { enforce_wallet_uis: true }
    await world.client.start()

    await world.provider.request(
      { method: 'personal_sign', params: ['hi', address] },
      { showWalletUIs: true },
    )

    expect(asked).toHaveLength(0)
    expect(world.frame.events().at(-1)).toBe('privy:wallets:rpc')
  })

  test('SIG-18: error: a user who logged out while the question was open signs nothing', async () => {
    const world: Awaited<ReturnType<typeof open>> = await open({
      confirm: {
        request: async ({ run }) => {
          await session.logout(world.client)
          return run(() => undefined)
        },
      },
    })

    const sign = world.provider.request({ method: 'personal_sign', params: ['hi', address] })

    await expect(sign).rejects.toMatchObject({ name: 'RpcError' })
    expect(world.rpc()).toHaveLength(0)
  })

  test('error: the frame’s refusal gets a numeric code and stays in the cause', async () => {
    const { provider, frame } = await open()
    frame.handlers['privy:wallets:rpc'] = () => {
      throw { type: 'invalid_request_arguments', message: 'No' }
    }

    const sign = provider.request({ method: 'personal_sign', params: ['hi', address] })

    await expect(sign).rejects.toMatchObject({
      code: -32603,
      cause: { type: 'invalid_request_arguments' },
    })
  })

  test('logout disconnects and login connects again', async () => {
    const { provider, client, server, signedIn } = await open()
    const heard: unknown[] = []
    provider.on('accountsChanged', (accounts) => heard.push(accounts))
    provider.on('disconnect', (error) => heard.push(error.code))
    provider.on('connect', ({ chainId }) => heard.push(chainId))

    await session.logout(client)
    expect(heard).toEqual([[], 4900])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4100,
    })
    await expect(
      provider.request({ method: 'personal_sign', params: ['hi', address] }),
    ).rejects.toMatchObject({ code: 4100 })
    await expect(ethereum.requestOwner(provider)).rejects.toThrow(
      'Unable to request embedded owner for eth_accounts',
    )

    await signedIn()
    server.link(walletAccount('ethereum', address))
    await session.refreshUser(client)
    expect(heard.slice(2)).toEqual(['0x7a69', [address]])
  })

  test('a listener removed hears nothing', async () => {
    const { provider } = await open()
    const listener = vi.fn()
    provider.on('chainChanged', listener).removeListener('chainChanged', listener)

    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: 10 }] })

    expect(listener).not.toHaveBeenCalled()
  })

  test('is one object per wallet', async () => {
    const { client, provider } = await open()

    expect(ethereum.getProvider(client, lower)).toBe(provider)
  })
})
