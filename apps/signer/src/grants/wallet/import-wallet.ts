import { embeddedChains } from '@sallyport/contract'
import { entropyFromWords, fromBase64url, wipe } from '@sallyport/crypto'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { openFromClient } from '../../hpke.js'
import { invalid } from '../../refusals.js'
import type { SignerDeps } from '../../signer-deps.js'
import { storePending } from './create-wallet.js'
import { importKeysOf, spendImportKey } from './import-keys.js'
import { accountOf } from './wallet-key.js'
import type { ServerWallet } from './wallet-rows.js'

const secretBytes = 32

/**
 * Makes a pending wallet of a private key or phrase that was sealed to a key of `beginImport`. It must give the address that the caller
 * names.
 *
 * @throws CallRefused `invalid_request` when it does not open, is none or has another address.
 */
export async function importWallet(
  input: SignerInput<'importWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'importWallet'>> {
  const plaintext = await openPlaintext(input, deps)
  let secret: Uint8Array | undefined
  try {
    const read = readSecret(plaintext, input)
    secret = read.secret
    const { chainType } = input
    const { key, address } = await accountOf(secret, { chainType, secret: read.kind })
    wipe(key)
    const { addressKey } = embeddedChains[chainType]
    if (addressKey(address) !== addressKey(input.address))
      throw invalid('The key has another address')
    const wallet = { ...input.wallet, chainType }
    const making = { input: { ...input, wallet }, secret, kind: read.kind }
    return await storePending({ ...making, importedAtMs: deps.clock.nowMs() }, deps)
  } finally {
    wipe(secret, plaintext)
  }
}

async function openPlaintext(
  { sealed, hpke, ...source }: SignerInput<'importWallet'>,
  deps: SignerDeps,
): Promise<Uint8Array> {
  const keys = await importKeysOf(source, deps)
  const message = {
    enc: fromBase64url(sealed.enc),
    ciphertext: fromBase64url(sealed.ciphertext),
    ...(hpke?.info !== undefined && { info: fromBase64url(hpke.info) }),
    ...(hpke?.aad !== undefined && { aad: fromBase64url(hpke.aad) }),
  }
  try {
    for (const { keyId, privateKey } of keys) {
      const plaintext = await openFromClient(privateKey, message)
      if (plaintext && (await spendImportKey(keyId, deps))) return plaintext
      wipe(plaintext)
    }
  } finally {
    wipe(...keys.map(({ privateKey }) => privateKey))
  }
  throw invalid('The key does not open: it was sealed to another key, or the import has expired')
}

/** The secret of a wallet, 32 bytes. @throws CallRefused `invalid_request`. */
function readSecret(
  plaintext: Uint8Array,
  { kind, index, chainType }: SignerInput<'importWallet'>,
): { secret: Uint8Array; kind: ServerWallet['secret'] } {
  if (kind === 'private-key') {
    // Wallets on Solana write the public key after the private one.
    const isPair = chainType === 'solana' && plaintext.length === 2 * secretBytes
    if (plaintext.length !== secretBytes && !isPair)
      throw invalid(`A private key has ${secretBytes} bytes`)
    return { secret: plaintext.slice(0, secretBytes), kind: { kind: 'private-key', index: 0 } }
  }
  const entropy = readPhrase(plaintext)
  const secret = new Uint8Array(secretBytes)
  secret.set(entropy)
  const { length: bytes } = entropy
  wipe(entropy)
  return { secret, kind: { kind: 'entropy', index, bytes } }
}

function readPhrase(plaintext: Uint8Array): Uint8Array {
  try {
    return entropyFromWords(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
  } catch {
    throw invalid('The phrase is not a valid recovery phrase')
  }
}
