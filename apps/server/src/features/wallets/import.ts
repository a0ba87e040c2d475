import { ApiError, embeddedChains, type RouteRequest } from '@sallyport/contract'
import type { serverWallets } from '@sallyport/contract/wallet-api'
import { fromBase64url, toBase64url } from '@sallyport/crypto'
import type { App } from '../../apps/app.js'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import { makeWallet } from '../../wallet-api/make-wallet.js'
import { labelsOf } from './create.js'
import { readOwningUser } from './owning-user.js'
import { readWalletFields, requireChain } from './read-input.js'

type Init = RouteRequest<typeof serverWallets.beginImport>['body']
type Submit = RouteRequest<typeof serverWallets.submitImport>['body']

/** Has the signer draw the key that a private key or phrase is sealed to. */
export async function beginImport(deps: Deps, app: App, body: Init) {
  const { publicKey } = await callSigner(deps, 'beginImport', sourceOf(app, body))
  const point = Buffer.from(fromBase64url(publicKey)).toString('base64')
  return { encryption_type: 'HPKE', encryption_public_key: point } as const
}

/** Makes a wallet of what was sealed to that key: the signer refuses it when it gives another address. */
export async function submitImport(deps: Deps, app: App, body: Submit): Promise<ServerWalletRow> {
  const { wallet: given, ...asked } = body
  const source = sourceOf(app, given)
  const { appId } = source
  const fields = readWalletFields(asked)
  const { hpke_config: config } = given
  if (config?.aead_algorithm === 'AES_GCM256')
    throw new ApiError('not_supported', {
      message: 'Seal with ChaCha20-Poly1305: AES_GCM256 is not offered',
    })
  const hpke = {
    ...(config?.aad !== undefined && { aad: fromBase64(config.aad) }),
    ...(config?.info !== undefined && { info: fromBase64(config.info) }),
  }
  const { chainType, ...rest } = source
  return makeWallet(deps, {
    appId,
    chainType,
    fields,
    labels: {
      ...labelsOf(deps, asked),
      user_id: await readOwningUser(deps, { appId, body: asked }),
    },
    begin: () =>
      callSigner(deps, 'importWallet', {
        ...rest,
        chainType,
        wallet: fields,
        sealTo: toBase64url(deps.sealKey.publicKey),
        sealed: {
          enc: fromBase64(given.encapsulated_key),
          ciphertext: fromBase64(given.ciphertext),
        },
        ...(config !== undefined && { hpke }),
      }),
  })
}

function sourceOf(app: App, body: Init) {
  const chainType = requireChain(body.chain_type)
  const { entropy_type: type, index = 0, address } = body
  return {
    appId: app.id,
    chainType,
    address: embeddedChains[chainType].addressKey(address),
    kind: type,
    index,
  }
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('base64url')
}
