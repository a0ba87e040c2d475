import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import { CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { describe, expect, test } from 'vitest'
import { utf8 } from '../encoding.js'
import { generateRecipient, open, seal } from './hpke.js'

/** Another implementation of the same suite. */
const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Chacha20Poly1305(),
})
const messages = ['', 'a', 'the key of a wallet', 'x'.repeat(5_000)].map(utf8)
const rawPoint = async (pair: CryptoKeyPair) =>
  new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))

describe('hpke', () => {
  test.each(messages)('opens what another implementation has sealed (%#)', async (message) => {
    const recipient = await generateRecipient()
    const { enc, ct } = await suite.seal({ recipientPublicKey: recipient.publicKey }, message)

    const sealed = { enc: new Uint8Array(enc), ciphertext: new Uint8Array(ct) }
    expect(await open(recipient, sealed)).toEqual(message)
  })

  test.each(messages)('another implementation opens what it has sealed (%#)', async (message) => {
    const pair = await suite.kem.generateKeyPair()

    const { enc, ciphertext } = await seal(await rawPoint(pair), message)
    const opened = await suite.open({ recipientKey: pair.privateKey, enc }, ciphertext)
    expect(new Uint8Array(opened)).toEqual(message)
  })

  test('error: refuses what was changed, and what was sealed to another key', async () => {
    const recipient = await generateRecipient()
    const sealed = await seal(await rawPoint(recipient), utf8('secret'))
    const changed = {
      ...sealed,
      ciphertext: sealed.ciphertext.map((byte, at) => byte ^ +(at === 0)),
    }

    await expect(open(recipient, changed)).rejects.toThrow()
    await expect(open(await generateRecipient(), sealed)).rejects.toThrow()
  })

  test('error: refuses a recipient that is not a point of the curve', async () => {
    await expect(seal(new Uint8Array(65).fill(4), utf8('x'))).rejects.toThrow(TypeError)
  })
})
