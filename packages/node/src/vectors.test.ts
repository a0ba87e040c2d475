import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { signaturesOf } from './authorization/context.js'
import { bytesToSign, type RequestToSign } from './authorization/request.js'
import { createClient } from './client.js'
import { isSallyportError } from './error.js'

/* Made by another implementation: Python's `cryptography`. `docs/vectors/verify.py` checks them too. */
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../docs/vectors/${name}.json`, import.meta.url), 'utf8'))

interface Signed {
  name: string
  request: RequestToSign
  signed_text: string
  signed_sha256_hex: string
  signature: string
  expect: 'valid' | 'invalid'
}
interface Token {
  name: string
  kind: 'access' | 'identity'
  token: string
  expect: 'valid' | 'expired' | 'invalid'
  user_id?: string
}

describe('docs/vectors/authorization-signatures.json', () => {
  const { private_key_pkcs8, public_key_spki, cases } = read('authorization-signatures')
  const der = Buffer.from(public_key_spki, 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isSigned = (bytes: Uint8Array, signature = '') =>
    verify('sha256', bytes, key, Buffer.from(signature, 'base64'))
  // The file was written with these members.
  test.each((cases as Signed[]).map((each) => [each.name, each] as const))(
    '%s',
    async (_, each) => {
      const bytes = bytesToSign(each.request)
      expect(new TextDecoder().decode(bytes)).toBe(each.signed_text)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(each.signed_sha256_hex)
      expect(isSigned(bytes, each.signature)).toBe(each.expect === 'valid')

      const context = { authorization_private_keys: [private_key_pkcs8] }
      const noUsers = () => Promise.reject(new Error('There are no users'))
      const [own] = await signaturesOf(each.request, context, noUsers)
      expect(isSigned(bytes, own)).toBe(true)
    },
  )
})

describe('docs/vectors/tokens.json', () => {
  const { now_unix_seconds, app_id, jwks, cases } = read('tokens')
  const client = createClient({
    ...{ appId: app_id, apiUrl: 'https://auth.example.com' },
    nowMs: () => now_unix_seconds * 1000,
    fetch: async () => Response.json(jwks),
  })
  // The file was written with these members.
  test.each((cases as Token[]).map((each) => [each.name, each] as const))('%s', async (_, each) => {
    const read =
      each.kind === 'access'
        ? client.verifyAccessToken(each.token).then(({ user_id }) => user_id)
        : client.verifyIdentityToken(each.token).then(({ id }) => id)
    const found = await read.catch((error: unknown) =>
      isSallyportError(error) ? error.data?.reason : error,
    )
    expect(found).toBe(each.expect === 'valid' ? each.user_id : each.expect)
  })
})
