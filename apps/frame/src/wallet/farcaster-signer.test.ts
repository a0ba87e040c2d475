import { userIdPrefix } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import { verify } from '@sallyport/crypto/chains/solana'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { createMemoryStore } from '../device/memory-store.js'
import { reply } from '../testing/find-route.js'
import { appId, createRig, dataOf, errorOf, openPage } from '../testing/rig.js'

const ada = `${userIdPrefix}ada`
const hash = `0x${'ab'.repeat(20)}`

/** Ada's wallet, in as many browsers as a test opens; `refusal` is a code of the server. */
async function setup({ refusal }: { refusal?: string } = {}) {
  const rig = await createRig()
  const asked: string[] = []
  const server = {
    appId,
    vaultPublicKey: toBase64url(rig.custody.vault.publicKey),
    apiPublicKey: toBase64url(rig.custody.api.publicKey),
    fetch: (async (url, init) => {
      if (!String(url).endsWith('/farcaster/signer/init')) return rig.custody.fetch(url, init)
      if (refusal !== undefined) return reply(404, { error: 'No', code: refusal })
      const { ed25519_public_key: public_key } = JSON.parse(String(init?.body))
      asked.push(public_key)
      return reply(200, { public_key, status: 'approved', fid: 7 })
    }) as typeof fetch,
  }
  const accessToken = rig.token(ada)
  const openBrowser = () => openPage({ server, store: createMemoryStore() })
  const page = openBrowser()
  const { address } = dataOf(await page.send('privy:wallet:create', { accessToken })) as {
    address: string
  }
  return { openBrowser, page, accessToken, address, asked }
}

test('the key is the same on every device and another one for each wallet index', async () => {
  const { openBrowser, page, accessToken, address, asked } = await setup()
  const other = openBrowser()
  await other.send('privy:wallets:recover', {
    accessToken,
    entropyId: address,
    entropyIdVerifier: 'ethereum-address-verifier',
  })
  const first = await page.send('privy:farcaster:init-signer', {
    accessToken,
    address,
    hdWalletIndex: null,
  })
  expect(dataOf(first)).toEqual({ public_key: asked[0], status: 'approved', fid: 7 })
  await other.send('privy:farcaster:init-signer', { accessToken, address, hdWalletIndex: 0 })
  await other.send('privy:farcaster:init-signer', { accessToken, address, hdWalletIndex: 1 })
  expect(asked[1]).toBe(asked[0])
  expect(asked[2]).not.toBe(asked[0])
})

test('it signs the hash of a message, and its signature is not by a key of the wallet', async () => {
  const { page, accessToken, address, asked } = await setup()
  await page.send('privy:farcaster:init-signer', { accessToken, address })
  const signed = await page.send('privy:farcaster:sign', {
    accessToken,
    address,
    payload: { hash },
    fid: 7n,
  })
  const { signature } = dataOf(signed) as { signature: string }
  expect(dataOf(signed)).toEqual({ hash, signature: expect.stringMatching(/^0x[0-9a-f]{128}$/) })
  const bytes = (hex = '') => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
  const message = bytes(hash)
  const key = { message, signature: bytes(signature) }
  expect(verify({ ...key, address: base58.encode(bytes(asked[0])) })).toBe(true)

  const solana = await page.send('privy:solana-wallet:create', {
    accessToken,
    ethereumAddress: address,
  })
  const { publicKey } = dataOf(solana) as { publicKey: string }
  expect(verify({ ...key, address: publicKey })).toBe(false)
})

test('error: a hash of another length, a message, and a wallet that the user does not have', async () => {
  const { page, accessToken, address } = await setup()
  for (const wrong of [`${hash}00`, hash.slice(2), 'hello', '', `0x${'zz'.repeat(20)}`]) {
    const data = { accessToken, address, payload: { hash: wrong }, fid: 7 }
    const refused = errorOf(await page.send('privy:farcaster:sign', data))
    expect([wrong, refused]).toEqual([wrong, 'invalid_request_arguments'])
  }
  const data = { accessToken, address: `0x${'11'.repeat(20)}`, payload: { hash }, fid: 7 }
  expect(errorOf(await page.send('privy:farcaster:sign', data))).toBe('wallet_not_on_device')
})

test.each([
  ['linked_account_not_found', 'The user has no Farcaster account'],
  ['not_supported', 'The app has no Farcaster account'],
  ['disallowed_login_method', 'Farcaster is not enabled for the app'],
])('error: the server answers %s', async (refusal, message) => {
  const { page, accessToken, address } = await setup({ refusal })
  const refused = await page.send('privy:farcaster:init-signer', { accessToken, address })
  expect(refused).toMatchObject({ error: { type: 'error', message } })
})
