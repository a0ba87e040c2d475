import { sha256 } from '@noble/hashes/sha2.js'
import { judgeStretch, type PasswordStretch } from '../argon2id.js'
import { fromBase64url, toBase64url } from '../base64url.js'
import { asciiBytes, type Bytes } from '../bytes.js'
import type { ChainName } from '../chains/index.js'
import type { SecretKind } from '../shares.js'

/*
 * An exit file, version 1 (docs/features/exit-kit.md): a wallet's secret and its addresses under a password. Version and parameters are
 * readable without the password; the addresses are not, so that a stolen file does not say what it is worth.
 */

/** An address that the wallet has. */
export interface ExitAccount {
  chainType: ChainName
  walletIndex: number
  address: string
}

/** What an exit file holds. */
export interface ExitWallet {
  /** The caller of what returns this wipes its bytes. */
  secret: { readonly kind: SecretKind; readonly bytes: Uint8Array }
  accounts: readonly ExitAccount[]
  createdAt: Date
}

/** The parts of a file as they are read, before the password is used. */
export interface ExitFile {
  createdAt: string
  stretch: PasswordStretch
  sealed: Readonly<Record<Part, Bytes>>
}

/** What is encrypted: the raw bytes of the secret, and the JSON that says what it is. */
export type Part = 'secret' | 'contents'

/** Why an exit file is refused. */
export type ExitFileErrorCode =
  | 'not_an_exit_file'
  /** Written by a later version of this format. */
  | 'newer_version'
  /** The checksum does not fit: bytes were lost or changed. */
  | 'damaged'
  /** Its password would be stretched less than the floor. */
  | 'weak_parameters'
  /** Opening it would take more memory or time than the limits. */
  | 'excessive_parameters'
  /** Or the file was changed together with its checksum. */
  | 'wrong_password'

/** An exit file was refused. No message holds a secret, a password or an address. */
export class ExitFileError extends Error {
  override readonly name = 'ExitFileError'
  readonly code: ExitFileErrorCode

  constructor(code: ExitFileErrorCode) {
    super(`Exit file refused: ${code}`)
    this.code = code
  }
}

const format = 'sallyport-exit-file'
const version = 1
/** Far above a wallet with a thousand addresses. */
const longest = 1_000_000

/** The text of a file. */
export function writeExitFile(file: ExitFile): string {
  const { createdAt, stretch, sealed } = file
  const text = {
    format,
    version,
    created_at: createdAt,
    kdf: {
      name: 'argon2id',
      memory_kib: stretch.memoryKib,
      passes: stretch.passes,
      salt: toBase64url(stretch.salt),
    },
    cipher: 'aes-256-gcm',
    secret: toBase64url(sealed.secret),
    contents: toBase64url(sealed.contents),
    checksum: checksumOf(file),
  }
  return `${JSON.stringify(text, null, 2)}\n`
}

/** Reads the text of a file. @throws ExitFileError for all but a whole file with usable parameters. */
export function readExitFile(text: string): ExitFile {
  const fields = readFields(text)
  if (fields.format !== format) throw new ExitFileError('not_an_exit_file')
  if (typeof fields.version === 'number' && fields.version > version)
    throw new ExitFileError('newer_version')
  const file = readParts(fields)
  if (!file || fields.version !== version || fields.checksum !== checksumOf(file))
    throw new ExitFileError('damaged')
  const judged = judgeStretch(file.stretch)
  if (judged === 'usable') return file
  throw new ExitFileError(judged === 'weak' ? 'weak_parameters' : 'excessive_parameters')
}

/** What a part is bound to: everything of the file that is readable, and which part it is. */
export function boundTo({ createdAt, stretch }: Omit<ExitFile, 'sealed'>, part: Part): Bytes {
  const { memoryKib, passes, salt } = stretch
  const kdf = `argon2id ${memoryKib} ${passes} ${toBase64url(salt)}`
  return requireAscii([format, version, createdAt, kdf, part].join('|'))
}

/** Not a protection: it tells damage from a wrong password. */
function checksumOf(file: ExitFile): string {
  const { secret, contents } = file.sealed
  const lines = [toBase64url(boundTo(file, 'secret')), toBase64url(secret), toBase64url(contents)]
  return toBase64url(sha256(requireAscii(lines.join('|'))))
}

function readFields(text: string): Record<string, unknown> {
  try {
    const fields: unknown = text.length > longest ? undefined : JSON.parse(text)
    if (isRecord(fields)) return fields
  } catch {
    // The cause is dropped on purpose: it quotes the text.
  }
  throw new ExitFileError('not_an_exit_file')
}

function readParts({ created_at, kdf, cipher, secret, contents }: Record<string, unknown>) {
  if (!isRecord(kdf) || kdf.name !== 'argon2id' || cipher !== 'aes-256-gcm') return undefined
  const { memory_kib: memoryKib, passes } = kdf
  const isDate = typeof created_at === 'string' && /^[\dT:.Z-]{1,40}$/.test(created_at)
  const isCounted = typeof memoryKib === 'number' && typeof passes === 'number'
  const [salt, ...parts] = [kdf.salt, secret, contents].map(readBytes)
  const [sealedSecret, sealedContents] = parts
  if (!isDate || !isCounted || !salt || !sealedSecret || !sealedContents) return undefined
  const sealed = { secret: sealedSecret, contents: sealedContents }
  return { createdAt: created_at, stretch: { memoryKib, passes, salt }, sealed }
}

function readBytes(value: unknown): Bytes | undefined {
  try {
    return typeof value === 'string' ? fromBase64url(value) : undefined
  } catch {
    return undefined
  }
}

/** Whether a parsed value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The bytes of what is ASCII by its making. */
export function requireAscii(text: string): Bytes {
  const bytes = asciiBytes(text)
  if (!bytes) throw new TypeError('Not ASCII')
  return bytes
}
