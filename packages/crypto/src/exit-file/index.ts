import { newStretch, stretchPassword } from '../argon2id.js'
import { type Bytes, concat } from '../bytes.js'
import { type ChainName, loadChain } from '../chains/index.js'
import { randomBytes } from '../random.js'
import type { SecretKind } from '../shares.js'
import { aesGcmOpen, aesGcmSeal, type WebCryptoLike } from '../web-crypto.js'
import { wipe } from '../wipe.js'
import {
  boundTo,
  type ExitAccount,
  type ExitFile,
  ExitFileError,
  type ExitWallet,
  isRecord,
  type Part,
  readExitFile,
  requireAscii,
  writeExitFile,
} from './format.js'

export {
  type ExitAccount,
  ExitFileError,
  type ExitFileErrorCode,
  type ExitWallet,
} from './format.js'

const nonceLength = 12
const saltLength = 16

/** Which lengths the secret of each kind has. */
const secretLengths = {
  'hd-root': [16, 20, 24, 28, 32],
  'ethereum-key': [32],
  'solana-key': [32],
} as const satisfies Record<SecretKind, readonly number[]>

/**
 * The text of a file that `password` opens. Takes about half a second of the thread that calls it.
 *
 * @throws RangeError for an empty password; RandomError when the random source fails.
 */
export async function sealExitFile(
  { webCrypto, password }: { webCrypto: WebCryptoLike; password: string },
  { secret, accounts, createdAt }: ExitWallet,
): Promise<string> {
  const head = {
    createdAt: createdAt.toISOString(),
    stretch: { ...newStretch, salt: randomBytes(webCrypto, saltLength) },
  }
  const listed = accounts.map(({ chainType, walletIndex, address }) => ({
    chain_type: chainType,
    wallet_index: walletIndex,
    address,
  }))
  const contents = requireAscii(JSON.stringify({ kind: secret.kind, accounts: listed }))
  const key = await stretchPassword(password, head.stretch)
  try {
    const nonces = randomBytes(webCrypto, 2 * nonceLength)
    const seal = async (part: Part, plaintext: Uint8Array) => {
      const at = part === 'secret' ? 0 : nonceLength
      const nonce = nonces.subarray(at, at + nonceLength)
      const message = { webCrypto, key, nonce, aad: boundTo(head, part) }
      return concat(nonce, await aesGcmSeal(message, plaintext))
    }
    const sealed = {
      secret: await seal('secret', secret.bytes),
      contents: await seal('contents', contents),
    }
    return writeExitFile({ ...head, sealed })
  } finally {
    wipe(key)
  }
}

/**
 * The wallet in a file. The caller wipes its secret.
 *
 * @throws ExitFileError; nothing of the file or the password is repeated.
 */
export async function openExitFile(
  { webCrypto, password }: { webCrypto: WebCryptoLike; password: string },
  text: string,
): Promise<ExitWallet> {
  const file = readExitFile(text)
  if (password === '') throw new ExitFileError('wrong_password')
  const key = await stretchPassword(password, file.stretch)
  try {
    const contents = await openPart({ webCrypto, key, file, part: 'contents' })
    const { kind, accounts } = readContents(contents)
    const bytes = await openPart({ webCrypto, key, file, part: 'secret' })
    const lengths: readonly number[] = secretLengths[kind]
    if (!lengths.includes(bytes.length)) throw new ExitFileError('damaged')
    return { secret: { kind, bytes }, accounts, createdAt: new Date(file.createdAt) }
  } finally {
    wipe(key)
  }
}

async function openPart({
  webCrypto,
  key,
  file,
  part,
}: {
  webCrypto: WebCryptoLike
  key: Uint8Array
  file: ExitFile
  part: Part
}): Promise<Bytes> {
  const sealed = file.sealed[part]
  const nonce = sealed.subarray(0, nonceLength)
  const message = { webCrypto, key, nonce, aad: boundTo(file, part) }
  try {
    return await aesGcmOpen(message, sealed.subarray(nonceLength))
  } catch {
    throw new ExitFileError('wrong_password')
  }
}

/** The contents are authentic, but perhaps of a program that wrote them wrongly. */
function readContents(bytes: Uint8Array): { kind: SecretKind; accounts: ExitAccount[] } {
  const contents = parse(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  if (!isRecord(contents) || !Array.isArray(contents.accounts)) throw new ExitFileError('damaged')
  const { kind } = contents
  if (typeof kind !== 'string' || !Object.hasOwn(secretLengths, kind))
    throw new ExitFileError('damaged')
  // One of the record's names.
  return { kind: kind as SecretKind, accounts: contents.accounts.map(readAccount) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ExitFileError('damaged')
  }
}

function readAccount(value: unknown): ExitAccount {
  if (!isRecord(value)) throw new ExitFileError('damaged')
  const { chain_type: chain, wallet_index: walletIndex, address } = value
  const isKnown = typeof chain === 'string' && Object.hasOwn(loadChain, chain)
  if (!isKnown || typeof walletIndex !== 'number' || typeof address !== 'string')
    throw new ExitFileError('damaged')
  // One of the record's names.
  return { chainType: chain as ChainName, walletIndex, address }
}
