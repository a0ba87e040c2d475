import { fromBase64url, openSealed, SealError, wipe } from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import {
  type SignerInput,
  type SignerOutput,
  walletImportContext,
  walletImportSealInfo,
} from '@sallyport/protocols/signer'
import type { SignerDeps } from '../../signer-deps.js'
import { storePending } from './create-wallet.js'
import { accountOf } from './wallet-key.js'

const secretBytes = 32

/**
 * Makes a pending wallet of a key or entropy that was sealed to the signer. It must give the address that the caller names.
 *
 * @throws CallRefused `invalid_request` when it does not open, has another length or another address.
 */
export async function importWallet(
  input: SignerInput<'importWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'importWallet'>> {
  const secret = await openSecret(input, deps)
  try {
    const kind = { kind: input.kind, index: input.index }
    const { key, address } = await accountOf(secret, {
      chainType: input.wallet.chainType,
      secret: kind,
    })
    wipe(key)
    if (address !== input.address)
      throw new CallRefused('invalid_request', new Error('The key has another address'))
    return await storePending({ input, secret, kind, importedAtMs: deps.clock.nowMs() }, deps)
  } finally {
    wipe(secret)
  }
}

async function openSecret(
  { appId, address, sealed }: SignerInput<'importWallet'>,
  { sealKey }: SignerDeps,
): Promise<Uint8Array> {
  try {
    const secret = await openSealed({
      recipientPrivateKey: sealKey.privateKey,
      enc: fromBase64url(sealed.enc),
      ciphertext: fromBase64url(sealed.ciphertext),
      info: new TextEncoder().encode(walletImportSealInfo),
      aad: new TextEncoder().encode(walletImportContext({ appId, address })),
    })
    if (secret.length === secretBytes) return secret
    wipe(secret)
    throw new CallRefused('invalid_request', new Error('The secret has another length'))
  } catch (error) {
    if (error instanceof SealError || error instanceof TypeError)
      throw new CallRefused('invalid_request', error)
    throw error
  }
}
