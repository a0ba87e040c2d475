import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.js'
import { signaturesOf } from './context.js'
import { generateKeyPair, importSigningKey, signBytes } from './keys.js'
import { bytesToSign } from './request.js'

const noUsers = () => Promise.reject(new Error('There are no users'))
const request = {
  method: 'POST',
  url: 'https://auth.example.com/v1/wallets/a/rpc',
  app_id: 'app',
  body: { b: 1, a: [{ d: undefined, c: 'é' }] },
  idempotency_key: 'key',
  request_expiry: 1_700_000_000_000,
} as const
const isSigned = (signature: string | undefined, spki: string, bytes: Uint8Array) =>
  verify(
    'sha256',
    bytes,
    createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' }),
    Buffer.from(signature ?? '', 'base64'),
  )

describe('bytesToSign', () => {
  test('is the RFC 8785 form of version, method, URL, body and the headers that are sent', () => {
    expect(new TextDecoder().decode(bytesToSign(request))).toBe(
      '{"body":{"a":[{"c":"é"}],"b":1},"headers":{"privy-app-id":"app","privy-idempotency-key":"key",' +
        '"privy-request-expiry":"1700000000000"},"method":"POST","url":"https://auth.example.com/v1/wallets/a/rpc","version":1}',
    )
  })

  test('a call without a body signs an empty text, and only the app id where no other header is sent', () => {
    const bytes = bytesToSign({ method: 'DELETE', url: 'https://a.example/v1/x', app_id: 'app' })
    expect(new TextDecoder().decode(bytes)).toBe(
      '{"body":"","headers":{"privy-app-id":"app"},"method":"DELETE","url":"https://a.example/v1/x","version":1}',
    )
  })

  test('orders names by UTF-16 units, as RFC 8785 does in 3.2.3', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const value = Object.fromEntries(names.map((name) => [name, 0]))
    expect(Object.keys(JSON.parse(canonicalJson(value))).filter((name) => name !== '1')).toEqual([
      ...['\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
    ])
  })
})

describe('signaturesOf', () => {
  test('signs by keys, by users and elsewhere, after signatures that are given', async () => {
    const [own, users] = await Promise.all([generateKeyPair(), generateKeyPair()])
    const exchange = async () => importSigningKey(users.private_key)
    const signatures = await signaturesOf(
      request,
      {
        authorization_private_keys: [own.private_key],
        user_jwts: ['token'],
        signatures: ['given'],
        sign_fns: [async (bytes) => `elsewhere ${bytes.length}`],
      },
      exchange,
    )

    const bytes = bytesToSign(request)
    expect(signatures).toEqual([
      'given',
      expect.any(String),
      expect.any(String),
      `elsewhere ${bytes.length}`,
    ])
    expect(isSigned(signatures[1], own.public_key, bytes)).toBe(true)
    expect(isSigned(signatures[2], users.public_key, bytes)).toBe(true)
  })

  test('the DER of every length verifies: 400 signatures', async () => {
    const pair = await generateKeyPair()
    const key = await importSigningKey(pair.private_key)
    for (let at = 0; at < 400; at += 1) {
      const bytes = Uint8Array.of(at & 255, at >> 8)
      expect(isSigned(await signBytes(bytes, key), pair.public_key, bytes)).toBe(true)
    }
  })

  test('takes PEM, and keys with the prefixes of other clients', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const keys = [pem, `wallet-auth:${der}`, `wallet-api:${der}`]

    const signatures = await signaturesOf(request, { authorization_private_keys: keys }, noUsers)
    const bytes = bytesToSign(request)
    expect(signatures.map((each) => isSigned(each, spki, bytes))).toEqual([true, true, true])
  })

  test('error: a text that is not a key is refused without being repeated', async () => {
    const asked = signaturesOf(request, { authorization_private_keys: ['secret-text'] }, noUsers)
    await expect(asked).rejects.toThrow(/P-256 private key/)
    await expect(asked).rejects.not.toThrow(/secret-text/)
  })
})
