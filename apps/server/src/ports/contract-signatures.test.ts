import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@sallyport/contract'
import { startAnvil } from '@sallyport/sandbox'
import {
  createEthereumWallet,
  createTestKit,
  type TestKit,
  writeLoginMessage,
} from '@sallyport/testing'
import { freePort } from '@sallyport/testing/free-port'
import {
  concat,
  createTestClient,
  getAddress,
  getContractAddress,
  type Hex,
  hashMessage,
  http,
  publicActions,
  serializeErc6492Signature,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpcContractSignatures } from './contract-signatures.js'

const chainId = '31337'
const funded = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
/** Deploys by CREATE2; every anvil has it. */
const deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const salt: Hex = `0x${'00'.repeat(32)}`
const owner = privateKeyToAccount(`0x${'22'.repeat(32)}`)

let chain: Awaited<ReturnType<typeof startAnvil>>
let folder: string
let url: string
let kit: TestKit
const clientOf = (rpc: string) =>
  createTestClient({ chain: foundry, mode: 'anvil', transport: http(rpc), account: funded })
    .extend(publicActions)
    .extend(walletActions)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sallyport-chain-'))
  await mkdir(join(folder, 'logs'))
  const port = await freePort()
  chain = await startAnvil({ folder, port })
  url = `http://127.0.0.1:${port}`
  kit = await createTestKit({
    app: { settings: { wallet_auth: true } },
    config: { ethereumRpcUrls: new Map([[chainId, url]]) },
  })
})
afterAll(async () => {
  await kit.close()
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * A wallet contract that accepts the signatures of one key (ERC-1271): it compares what the precompile `ecrecover` gives
 * for the hash and the signature of its call with the owner.
 */
function walletCode(address: string): { code: Hex; address: Hex } {
  const same = address.slice(2).toLowerCase()
  const head = [
    '60043560005260a43560001a602052', // hash, v
    '606435604052608435606052', // r, s
    '602060806080600060015afa50', // ecrecover
    `60805173${same}1415`,
  ].join('')
  const answer = (value: string) => `63${value}60e01b60005260206000f3`
  const yes = answer('1626ba7e')
  const target = (head.length + '60xx57'.length + yes.length) / 2
  const runtime = `${head}60${target.toString(16)}57${yes}5b${answer('ffffffff')}`
  const size = (runtime.length / 2).toString(16).padStart(4, '0')
  const code: Hex = `0x61${size}80600c6000396000f3${runtime}`
  return {
    code,
    address: getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode: code }),
  }
}

/** Logs in as the contract with the signature that `sign` gives for the message. */
async function login(address: string, sign: (message: string) => Promise<Hex>) {
  const { body } = await kit.call(api.siwe.init, { body: { address } })
  const message = writeLoginMessage({
    chain: 'Ethereum',
    address: getAddress(address),
    chainId,
    nonce: body.nonce,
    issuedAt: new Date(kit.clock.nowMs()).toISOString(),
  })
  return kit.call(api.siwe.authenticate, { body: { message, signature: await sign(message) } })
}
const signAsOwner = (message: string) => owner.signMessage({ message })

describe('contract wallets on a real chain', () => {
  const wallet = walletCode(owner.address)
  const undeployed = walletCode(createEthereumWallet().address)

  test('one that is not deployed yet logs in by what deploys it (ERC-6492), then by its own answer (ERC-1271)', async () => {
    const deploying = async (message: string) =>
      serializeErc6492Signature({
        address: deployer,
        data: concat([salt, wallet.code]),
        signature: await signAsOwner(message),
      })
    expect((await login(wallet.address, signAsOwner)).status).toBe(401)
    const first = await login(wallet.address, deploying)
    expect([first.status, first.body.is_new_user]).toEqual([200, true])

    const client = clientOf(url)
    const hash = await client.sendTransaction({
      to: deployer,
      data: concat([salt, wallet.code]),
    })
    await client.waitForTransactionReceipt({ hash })
    const second = await login(wallet.address, signAsOwner)
    expect([second.status, second.body.is_new_user]).toEqual([200, false])
    expect((await login(wallet.address, deploying)).status).toBe(200)
  })

  test('error: the signature of another key, deployed or not', async () => {
    const stranger = privateKeyToAccount(`0x${'33'.repeat(32)}`)
    const sign = (message: string) => stranger.signMessage({ message })
    expect((await login(wallet.address, sign)).body.code).toBe('invalid_credentials')
    const wrapped = async (message: string) =>
      serializeErc6492Signature({
        address: deployer,
        data: concat([salt, undeployed.code]),
        signature: await sign(message),
      })
    expect((await login(undeployed.address, wrapped)).body.code).toBe('invalid_credentials')
    // What deploys another contract proves nothing about this address.
    const foreign = async (message: string) =>
      serializeErc6492Signature({
        address: deployer,
        data: concat([salt, wallet.code]),
        signature: await signAsOwner(message),
      })
    expect((await login(undeployed.address, foreign)).body.code).toBe('invalid_credentials')
  })

  test('error: bytes that are not a signature', async () => {
    for (const signature of ['0x', '0x12', `0x${'ff'.repeat(500)}`] as const) {
      const answer = await login(wallet.address, async () => signature)
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials'])
    }
  })
})

describe('SWE-13: the node of a chain', () => {
  const asked = {
    chainId,
    address: getAddress(deployer),
    hash: hashMessage('x'),
    signature: '0x12',
  } as const
  const verifyWith = (fetcher: typeof fetch) =>
    rpcContractSignatures(new Map([[chainId, 'https://rpc.example']]), fetcher).verify(asked)
  const answering = (body: unknown) => async () => new Response(JSON.stringify(body))

  test('its answer is 1 or 0; a revert is a refusal', async () => {
    expect(await verifyWith(answering({ result: '0x01' }))).toBe(true)
    expect(await verifyWith(answering({ result: '0x00' }))).toBe(false)
    expect(await verifyWith(answering({ error: { code: 3, message: 'execution reverted' } }))).toBe(
      false,
    )
  })

  test.each([
    { error: { code: -32005, message: 'limit exceeded' } },
    { result: null },
    { result: '0x' },
    { result: '0x02' },
    'hello',
    null,
  ])('error: %j says nothing about the signature', async (body) => {
    await expect(verifyWith(answering(body))).rejects.toThrow('gave no answer')
  })

  test('error: it is down, slow, or answers garbage', async () => {
    await expect(verifyWith(async () => new Response('<html>'))).rejects.toThrow('gave no answer')
    await expect(
      verifyWith(async () => {
        throw new TypeError('fetch failed')
      }),
    ).rejects.toThrow('fetch failed')
    let signal: AbortSignal | null | undefined
    await verifyWith(async (_url, init) => {
      signal = init?.signal
      return new Response('{"result":"0x01"}')
    })
    expect(signal).toBeInstanceOf(AbortSignal)
  })
})
