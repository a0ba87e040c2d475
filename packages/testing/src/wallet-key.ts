import { generateKeyPairSync, sign } from 'node:crypto'
import { api } from '@sallyport/contract'
import { authOrigin } from './call.js'
import type { TestKit } from './kit.js'

/** A key pair as the wallet frame makes it. */
export function newWalletKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const parts = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return {
    /** Raw point, base64url. */
    publicKey: Buffer.concat(parts).toString('base64url'),
    sign: (message: string) =>
      sign('sha256', Buffer.from(message), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
        'base64url',
      ),
  }
}

/** What a login in a browser without cookies names, once the wallet frame of the app has registered its key. */
export async function registerWalletKey(
  kit: Pick<TestKit, 'call'>,
  appId: string,
  { publicKey }: { publicKey: string } = newWalletKey(),
): Promise<string> {
  const given = { body: { public_key: publicKey } }
  const answer = await kit.call(api.walletKey.register, given, { appId, origin: authOrigin })
  if (!answer.body.wallet_key) throw new Error(`No key: ${JSON.stringify(answer.body)}`)
  return answer.body.wallet_key
}
