import { accountProofMessage, userIdPrefix } from '@sallyport/contract'
import { loadChain } from '@sallyport/crypto'
import { hashMessage, hexToBytes, stringToHex } from 'viem'
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
