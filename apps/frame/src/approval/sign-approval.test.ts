import { createHash, createPublicKey, verify, webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { nameOf, signApproval } from './sign-approval.js'

const request = {
  method: 'POST',
  url: 'https://auth.example/v1/wallets/abcdefghijklmnopqrstuvwx/rpc',
  body: { method: 'personal_sign', params: { message: 'héllo', encoding: 'utf-8' } },
  headers: { 'privy-app-id': 'app' },
}
/** RFC 8785, written out. */
const signed =
  '{"body":{"method":"personal_sign","params":{"encoding":"utf-8","message":"héllo"}},"headers":{"privy-app-id":"app"},"method":"POST","url":"https://auth.example/v1/wallets/abcdefghijklmnopqrstuvwx/rpc","version":1}'

test('signs the canonical bytes of the request, in DER, with a new key each time', async () => {
  // Often enough for numbers of every length.
  const keys = new Set<string>()
  for (let round = 0; round < 40; round += 1) {
    const { public_key: spki, signature } = await signApproval(webcrypto as Crypto, request)
    keys.add(spki)
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
    const isRight = verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64'))
    expect(isRight).toBe(true)
  }
  expect(keys.size).toBe(40)
})

test('names a request by the hash of its bytes, with one slash after the host', async () => {
  const hash = createHash('sha256').update(signed).digest('base64url')
  expect(await nameOf(webcrypto as Crypto, request)).toBe(hash)
  const twice = { ...request, url: request.url.replace('example/', 'example//') }
  expect(await nameOf(webcrypto as Crypto, twice)).toBe(hash)
})
