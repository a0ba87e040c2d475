import { createPrivateKey } from 'node:crypto'
import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import { CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { AppKey } from './app-key.js'
import type { ServerWallets } from './server-wallets.js'
import type { SignerWorld } from './signer-world.js'

/** A key that a user's token is exchanged for, as a client opens it. The app's settings have to allow it. */
export async function exchangeUserKey(
  { world, wallets }: { world: SignerWorld; wallets: ServerWallets },
  userId: string,
): Promise<AppKey> {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Chacha20Poly1305(),
  })
  const pair = await suite.kem.generateKeyPair()
  const point = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey))
  const input = {
    ...{ appId: world.appId, userId, accessToken: await world.tokenFor(userId) },
    recipientPublicKey: point.toString('base64'),
  }
  const sealed = await wallets.outputOf('createUserKey', input)
  const textOf = (name: string) => String(Reflect.get(sealed, name))
  const bufferOf = (name: string) => Uint8Array.from(Buffer.from(textOf(name), 'base64')).buffer
  const recipient = { recipientKey: pair, enc: bufferOf('encapsulatedKey') }
  const opened = await suite.open(recipient, bufferOf('ciphertext'))
  const der = Buffer.from(new TextDecoder().decode(opened), 'base64')
  return {
    privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    spki: textOf('publicKey'),
  }
}
