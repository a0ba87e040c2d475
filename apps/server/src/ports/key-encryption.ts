import { hkdfSync } from 'node:crypto'
import { openAes } from './aes.js'
import type { Random } from './random.js'
import { keyIdOfRecord, openRecord, sealRecord } from './record-format.js'

/** Encrypts secrets for storage under a list of keys, the newest first, and derives keys from them. */
export interface KeyRing {
  /**
   * Encrypts under the newest key; decryption needs the same `context` (table, column and row), so a ciphertext cannot be
   * moved to another row.
   */
  seal(plaintext: Uint8Array, context: string): Uint8Array
  /** Decrypts under the key that sealed. @throws Error when the ciphertext, the key or the context differs. */
  open(ciphertext: Uint8Array, context: string): Uint8Array
  /** Derives 32 bytes from the newest key and `purpose`, for peppers. */
  derive(purpose: string): Uint8Array
  /** The same from each key, the newest first. */
  deriveEach(purpose: string): readonly Uint8Array[]
  /** Ids of the keys as hex, the newest first. */
  keyIds: readonly string[]
  /** Id of the key of a ciphertext; undefined for one from before ciphertexts named their keys. */
  keyIdOf(ciphertext: Uint8Array): string | undefined
}

/**
 * The keys of a deployment. The ring itself is that of the token keys: what rows, refresh tokens and receipts are authenticated
 * with is derived from it.
 */
export interface KeyEncryption extends KeyRing {
  /** Seals the API's shares. */
  shares: KeyRing
  /**
   * For what would log a thief in: the apps' signing keys, mailed codes, wallet grants, and the apps' secrets that vouch for
   * logins. Its keys are derived from a token key and a share key together, so neither is enough (P4, T-05).
   */
  logins: KeyRing
}

/** Keys of 32 bytes, each list with the newest first. */
export interface KeyLists {
  /** Seal the API's shares. */
  shares: readonly Uint8Array[]
  /** Authenticate rows and tokens. While what an earlier version stored is moved, the newest share key is among them. */
  tokens: readonly Uint8Array[]
}

/** Creates the rings of a deployment's keys. @throws RangeError for an empty list or a key that has not 32 bytes. */
export function aesKeyEncryption({ shares, tokens }: KeyLists, random: Random): KeyEncryption {
  const both = tokens.flatMap((token) => shares.map((share) => combine(token, share)))
  return {
    ...createRing(tokens, random),
    shares: createRing(shares, random),
    logins: createRing(both, random),
  }
}

/** Id of a key as hex. It tells nothing of the key. */
export function keyIdOfKey(key: Uint8Array): string {
  return idOf(key).toString('hex')
}

/** The key of both. A key that is in both lists stands for itself: before there were two, it sealed everything. */
function combine(token: Uint8Array, share: Uint8Array): Uint8Array {
  if (keyIdOfKey(token) === keyIdOfKey(share)) return share
  const both = Buffer.concat([token, share])
  return new Uint8Array(hkdfSync('sha256', both, '', 'sallyport/login-key/v1', 32))
}

function createRing(keys: readonly Uint8Array[], random: Random): KeyRing {
  const known = keys.map(createKey)
  const [newest] = known
  if (newest === undefined) throw new RangeError('A list of key-encryption keys needs a key')
  const ids = known.map(({ id }) => id.toString('hex'))
  return {
    derive: newest.derive,
    deriveEach: (purpose) => known.map(({ derive }) => derive(purpose)),
    keyIds: ids,
    keyIdOf: keyIdOfRecord,
    seal: (plaintext, context) => sealRecord(newest, { context, random }, plaintext),
    open: (ciphertext, context) => {
      const id = keyIdOfRecord(ciphertext)
      if (id === undefined) return openUnnamed(known, { context, ciphertext })
      const key = known[ids.indexOf(id)]
      if (key === undefined) throw new Error(`No key-encryption key with the id ${id} is set`)
      return openRecord(key, { context }, ciphertext)
    },
  }
}

type Key = ReturnType<typeof createKey>

function createKey(kek: Uint8Array) {
  if (kek.length !== 32) throw new RangeError('A key-encryption key must have 32 bytes')
  const deriveOnce = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', kek, 'sallyport/kek/v1', purpose, 32))
  // Purposes are constants in the code, so the cache stays small.
  const derived = new Map<string, Uint8Array>()
  return {
    id: idOf(kek),
    key: deriveOnce('record-keys'),
    unnamedKey: deriveOnce('records'),
    derive: (purpose: string) => {
      const known = derived.get(purpose) ?? deriveOnce(`derive/${purpose}`)
      derived.set(purpose, known)
      return known.slice()
    },
  }
}

function idOf(kek: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', kek, 'sallyport/kek/v1', 'key-id', 16))
}

const unnamedVersion = 1
const nonceLength = 12

/** Decrypts what an earlier version sealed: version byte, nonce, ciphertext, tag, and no key id. */
function openUnnamed(
  known: readonly Key[],
  { context, ciphertext }: { context: string; ciphertext: Uint8Array },
): Uint8Array {
  if (ciphertext[0] !== unnamedVersion) throw new Error('Unknown ciphertext version')
  const nonce = ciphertext.subarray(1, 1 + nonceLength)
  const sealed = ciphertext.subarray(1 + nonceLength)
  for (const { unnamedKey: key } of known) {
    try {
      return openAes({ key, nonce, context }, sealed)
    } catch {
      // Another key of the list, or none.
    }
  }
  throw new Error('No key-encryption key that is set opens this')
}
