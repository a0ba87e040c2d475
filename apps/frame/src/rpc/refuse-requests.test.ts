import { accountProofMessage, userIdPrefix } from '@sallyport/contract'
import { loadChain } from '@sallyport/crypto'
import { hashMessage, hexToBytes, parseTransaction, stringToHex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { createRig, dataOf, errorOf, type PageOptions } from '../testing/rig.js'

const ada = `${userIdPrefix}ada`

/** A script in the app's page, with a wallet that is ready to sign. */
async function setup(options: PageOptions = {}) {
  const rig = await createRig()
  const page = rig.openPage(undefined, options)
  const accessToken = rig.token(ada)
  const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))
  const ask = (request: { method: string; params: unknown }) =>
    page.send('privy:wallet:rpc', { accessToken, address: String(address), request })
  return { ask, page, accessToken, address: String(address) }
}

/** What an owner signs to claim `address` for the wallet of another user: the frame signs it for itself only. */
const claim = (address: string) =>
  accountProofMessage({
    appId: 'other-app',
    userId: `${userIdPrefix}eve`,
    walletId: 'wallet',
    chainType: 'ethereum',
    walletIndex: 0,
    address,
  })

test('P8: no way of signing gives a page a proof of custody', async () => {
  const { ask, page, accessToken, address } = await setup()
  const text = claim(address)
  const hex = stringToHex(text)
  for (const [method, params] of [
    ['personal_sign', [text, address]],
    ['personal_sign', [hex, address]],
    ['eth_sign', [address, text]],
    ['eth_sign', [address, hex]],
  ] as const)
    expect(errorOf(await ask({ method, params }))).toBe('invalid_request_arguments')
  const { publicKey } = dataOf(
    await page.send('privy:solana-wallet:create', { accessToken, ethereumAddress: address }),
  )
  const message = Buffer.from(claim(String(publicKey))).toString('base64')
  const signed = await page.send('privy:solana-wallet:rpc', {
    accessToken,
    publicKey: String(publicKey),
    request: { method: 'signMessage', params: { message } },
  })
  expect(errorOf(signed)).toBe('invalid_request_arguments')
})

describe('T-18: signatures of raw hashes', () => {
  test('are refused unless the app allows them; the user is not asked', async () => {
    const { ask, address } = await setup({
      prompt: { open: () => Promise.reject(new Error('Nothing may be asked')) } as never,
    })
    const digest = hashMessage(claim(address))
    const refused = await ask({ method: 'secp256k1_sign', params: [digest] })
    expect(errorOf(refused)).toBe('not_supported')
    expect(errorOf(await ask({ method: 'personal_sign', params: [claim(address), address] }))).toBe(
      'invalid_request_arguments',
    )
  })

  test('an app that allows them lets its pages sign anything: the hash of a proof of custody becomes that proof', async () => {
    const { ask, address } = await setup({ allowsRawDigests: true })
    const message = claim(address)
    const { response } = dataOf(
      await ask({ method: 'secp256k1_sign', params: [hashMessage(message)] }),
    )
    const signature = hexToBytes((response as { data: `0x${string}` }).data)
    const { verifyProof } = await loadChain.ethereum()
    expect(verifyProof({ address, publicKey: undefined, message, signature })).toBe(true)
  })
})

describe('SIG-08: EIP-7702 authorizations', () => {
  const contract = '0xbe95c3f554e9fc85ec51be69a3d807a0d55bcf2c'
  const authorization = { contract, chainId: 31_337, nonce: 7 }
  const list = [
    { address: contract, chainId: '0x7a69', nonce: '0x8', yParity: '0x1', r: '0x01', s: '0x2' },
  ]
  const transaction = {
    ...{ chainId: '0x7a69', nonce: '0x7', gas: '0x186a0', to: contract, value: '0x0' },
    ...{ maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1', authorizationList: list },
  }
  const sign = (fields: object = {}) => ({
    method: 'eth_signTransaction',
    params: [{ ...transaction, ...fields }],
  })

  test.each<[string, { method: string; params: unknown }]>([
    ['an authorization', { method: 'eth_sign7702Authorization', params: [authorization] }],
    ['a transaction with a list', sign()],
    ['type 4 as a number', sign({ type: 4 })],
    ['type 4 as hex, without a list', sign({ type: '0x4', authorizationList: undefined })],
    ['type 4 by its name, with an empty list', sign({ type: 'eip7702', authorizationList: [] })],
    ['a list in a transaction of type 2', sign({ type: 2 })],
  ])('%s is refused unless the app allows it; the user is not asked', async (_, request) => {
    const { ask } = await setup({
      prompt: { open: () => Promise.reject(new Error('Nothing may be asked')) } as never,
    })

    expect(errorOf(await ask(request))).toBe('not_supported')
  })

  test('allowed, an authorization is of the wallet, for one chain and one nonce', async () => {
    const { ask, address } = await setup({ allowsAuthorizations: true })
    const { response } = dataOf(
      await ask({ method: 'eth_sign7702Authorization', params: [authorization] }),
    )
    const { data: signature } = response as { data: `0x${string}` }

    expect(
      await recoverAuthorizationAddress({
        authorization: { address: contract, chainId: 31_337, nonce: 7 },
        signature,
      }),
    ).toBe(address)
  })

  test.each<[string, object]>([
    ['chain 0, which is every chain', { chainId: 0 }],
    ['no nonce', { nonce: undefined }],
    ['a fraction', { nonce: 1.5 }],
    ['another name', { contractAddress: contract }],
    ['an address of 19 bytes', { contract: contract.slice(0, -2) }],
  ])('error: an authorization with %s', async (_, fields) => {
    const { ask } = await setup({ allowsAuthorizations: true })
    const request = {
      method: 'eth_sign7702Authorization',
      params: [{ ...authorization, ...fields }],
    }

    expect(errorOf(await ask(request))).toBe('invalid_request_arguments')
  })

  test('allowed, a transaction carries what it was given', async () => {
    const { ask } = await setup({ allowsAuthorizations: true })
    const { response } = dataOf(await ask(sign()))
    const { data: signed } = response as { data: `0x04${string}` }

    expect(parseTransaction(signed)).toMatchObject({
      type: 'eip7702',
      nonce: 7,
      authorizationList: [{ address: contract, chainId: 31_337, nonce: 8, yParity: 1 }],
    })
  })

  test.each<[string, object]>([
    ['an empty list', { authorizationList: [] }],
    ['type 2', { type: 2 }],
    ['no recipient', { to: undefined, data: '0x00' }],
    ['a parity of 2', { authorizationList: [{ ...list[0], yParity: '0x2' }] }],
    ['a v of the other parity', { authorizationList: [{ ...list[0], v: '0x1b' }] }],
    ['an r of 33 bytes', { authorizationList: [{ ...list[0], r: `0x${'1'.repeat(66)}` }] }],
    ['more authorizations than a screen shows', { authorizationList: Array(17).fill(list[0]) }],
  ])('error: a transaction with %s', async (_, fields) => {
    const { ask } = await setup({ allowsAuthorizations: true })

    expect(errorOf(await ask(sign(fields)))).toBe('invalid_request_arguments')
  })

  test('raw hashes allowed, authorizations are still refused by their name', async () => {
    const { ask } = await setup({ allowsRawDigests: true })

    expect(
      errorOf(await ask({ method: 'eth_sign7702Authorization', params: [authorization] })),
    ).toBe('not_supported')
  })
})
