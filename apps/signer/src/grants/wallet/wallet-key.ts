import { webcrypto } from 'node:crypto'
import {
  combineDelegatedKey,
  createRecordCipher,
  deriveKey,
  fromBase64url,
  loadChain,
  RecordError,
  type RecordPlace,
  ShareError,
  seedFromEntropy,
  splitDelegatedKey,
  toBase64url,
  wipe,
} from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { ServerWallet } from './wallet-rows.js'

/** What the halves of a wallet's secret are bound to: halves of two wallets never restore a key together. */
type WalletPlace = Pick<ServerWallet, 'id' | 'appId' | 'chainType' | 'address'>

function contextOf({ id, appId, chainType, address }: WalletPlace): string {
  return JSON.stringify(['sallyport server wallet v1', id, appId, chainType, address])
}

/** The private key of a secret, and the account of it. The caller wipes the key. */
export async function accountOf(
  secret: Uint8Array,
  { chainType, secret: { kind, index, bytes } }: Pick<ServerWallet, 'chainType' | 'secret'>,
): Promise<{ key: Uint8Array; address: string; publicKey: string | null }> {
  const chain = await loadChain[chainType]()
  if (kind === 'private-key') return withAccount(Uint8Array.from(secret))
  const seed = await seedFromEntropy(secret.subarray(0, bytes), webcrypto.subtle)
  try {
    return withAccount(chain.derivePrivateKey(seed, index))
  } finally {
    wipe(seed)
  }

  function withAccount(key: Uint8Array) {
    const { address, publicKeyText } = chain.address(key)
    return { key, address, publicKey: publicKeyText ?? null }
  }
}

/**
 * The private key of a wallet under a key that only its whole secret gives, so that a signature does not derive it again. It takes the same
 * two halves as deriving it, and a small part of the time.
 *
 * @returns base64url.
 */
export async function sealKey(
  { secret, key }: { secret: Uint8Array; key: Uint8Array },
  wallet: WalletPlace,
): Promise<string> {
  return withKeyCipher(secret, wallet, async (cipher) =>
    toBase64url(await cipher.seal(key, placeOfKey(wallet))),
  )
}

/** Splits a secret of 32 bytes: one half for the signer, one for the API. One alone reveals nothing. The caller wipes both. */
export async function splitSecret(
  secret: Uint8Array,
  wallet: WalletPlace,
): Promise<{ signer: Uint8Array; api: Uint8Array }> {
  const { signer, app } = await splitDelegatedKey(secret, contextOf(wallet))
  return { signer, api: app }
}

/**
 * The secret of both halves, after it gave the wallet's address, and its private key. The caller wipes both.
 *
 * @throws CallRefused `invalid_request` when the halves are not a pair of this wallet.
 */
export async function restoreSecret(
  wallet: ServerWallet,
  apiShare: string,
): Promise<{ secret: Uint8Array; key: Uint8Array }> {
  let halves: { signer: Uint8Array; app: Uint8Array } | undefined
  let secret: Uint8Array | undefined
  try {
    halves = { signer: fromBase64url(wallet.share), app: fromBase64url(apiShare) }
    secret = await combineDelegatedKey(halves, contextOf(wallet))
    const { key, address } = await openAccount(secret, wallet)
    if (address === wallet.address) return { secret, key } // public: no constant time needed
    wipe(key)
    throw new CallRefused('invalid_request', new Error('The key has another address'))
  } catch (error) {
    wipe(secret)
    if (error instanceof ShareError || error instanceof RecordError || error instanceof TypeError)
      throw new CallRefused('invalid_request', error)
    throw error
  } finally {
    wipe(halves?.signer, halves?.app)
  }
}

/** The key that is kept, or derived for a wallet from before keys were kept. */
async function openAccount(
  secret: Uint8Array,
  wallet: ServerWallet,
): Promise<{ key: Uint8Array; address: string }> {
  const { sealedKey, chainType } = wallet
  if (sealedKey === undefined) return accountOf(secret, wallet)
  const key = await withKeyCipher(secret, wallet, (cipher) =>
    cipher.open(fromBase64url(sealedKey), placeOfKey(wallet)),
  )
  const { address } = (await loadChain[chainType]()).address(key)
  return { key, address }
}

async function withKeyCipher<T>(
  secret: Uint8Array,
  { id }: WalletPlace,
  work: (cipher: ReturnType<typeof createRecordCipher>) => Promise<T>,
): Promise<T> {
  const info = 'sallyport server wallet key v1'
  const own = deriveKey({ secret, info, salt: id })
  try {
    return await work(
      createRecordCipher({ keys: [own], keyIdInfo: `${info} id`, webCrypto: webcrypto }),
    )
  } finally {
    wipe(own)
  }
}

function placeOfKey({ appId, id }: WalletPlace): RecordPlace {
  return { table: 'wallet', column: 'sealed_key', row: [appId, id] }
}
