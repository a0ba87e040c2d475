import { toBase58 } from './bytes.js'

/** How each network begins its addresses. */
export const bitcoinNetworks = {
  mainnet: { prefix: 'bc', keyHash: 0x00, scriptHash: 0x05 },
  testnet: { prefix: 'tb', keyHash: 0x6f, scriptHash: 0xc4 },
  regtest: { prefix: 'bcrt', keyHash: 0x6f, scriptHash: 0xc4 },
} as const
/** A network of Bitcoin. The same key locks the same script on each; its address is spelled in another way. */
export type BitcoinNetwork = keyof typeof bitcoinNetworks

/** SHA-256; the caller's, because this package has none. Only addresses older than SegWit need it. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

const digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
/** Constants of Bech32 (witness version 0) and Bech32m (1 to 16). */
const bech32 = 1
const bech32m = 0x2bc830a3

/** The address of a script (hex); null when addresses do not have its form, and for older ones where `sha256` is null. */
export function addressOfScript(
  { sha256 }: { sha256: Sha256 | null },
  script: string,
  network: BitcoinNetwork,
): string | null {
  const { prefix, keyHash, scriptHash } = bitcoinNetworks[network]
  const bytes = bytesOf(script)
  const program = witnessProgram(bytes)
  if (program) return writeSegwit(prefix, program)
  if (!sha256) return null
  if (/^76a914.{40}88ac$/.test(script)) return base58Check(sha256, [keyHash, ...bytes.slice(3, 23)])
  if (/^a914.{40}87$/.test(script)) return base58Check(sha256, [scriptHash, ...bytes.slice(2, 22)])
  return null
}

/**
 * The script (hex) of a SegWit or Taproot address, of whichever network; null for other texts.
 *
 * @param network  When given, addresses of other networks are refused.
 */
export function scriptOfAddress(address: string, network?: BitcoinNetwork): string | null {
  const lower = address.toLowerCase()
  if (lower !== address && address.toUpperCase() !== address) return null
  const match = /^(bc|tb|bcrt)1([a-z0-9]{6,})$/.exec(lower)
  const prefix = match?.[1] ?? ''
  const values = [...(match?.[2] ?? '')].map((digit) => digits.indexOf(digit))
  if (!match || lower.length > 90 || values.includes(-1)) return null
  if (network && bitcoinNetworks[network].prefix !== prefix) return null
  const [version = 0] = values
  if (checksum([...spread(prefix), ...values]) !== (version === 0 ? bech32 : bech32m)) return null
  const program = regroup(values.slice(1, -6), { from: 5, to: 8, isPadded: false })
  const isLong = program && program.length >= 2 && program.length <= 40
  if (!isLong || version > 16 || (version === 0 && ![20, 32].includes(program.length))) return null
  if (version === 1 && program.length !== 32) return null
  return hexOf([version === 0 ? 0 : 0x50 + version, program.length, ...program])
}

/** An address of a wallet as `network` spells it; the text itself when it is not an address of SegWit. */
export function spellBitcoinAddress(address: string, network: BitcoinNetwork): string {
  const script = scriptOfAddress(address)
  const program = script === null ? null : witnessProgram(bytesOf(script))
  return program ? writeSegwit(bitcoinNetworks[network].prefix, program) : address
}

interface WitnessProgram {
  version: number
  program: number[]
}

function witnessProgram(script: number[]): WitnessProgram | null {
  const [opcode = -1, length = -1, ...program] = script
  const version = opcode === 0 ? 0 : opcode - 0x50
  const isProgram = version >= 0 && version <= 16 && length === program.length
  return isProgram && length >= 2 && length <= 40 ? { version, program } : null
}

function writeSegwit(prefix: string, { version, program }: WitnessProgram): string {
  const data = [version, ...(regroup(program, { from: 8, to: 5, isPadded: true }) ?? [])]
  const constant = version === 0 ? bech32 : bech32m
  const sum = checksum([...spread(prefix), ...data, 0, 0, 0, 0, 0, 0]) ^ constant
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31)
  return `${prefix}1${[...data, ...check].map((value) => digits[value]).join('')}`
}

function spread(prefix: string): number[] {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

/** The polynomial of BIP-173. */
function checksum(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  return values.reduce((sum, value) => {
    const top = sum >>> 25
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return generators.reduce((all, each, bit) => ((top >> bit) & 1 ? all ^ each : all), next)
  }, 1)
}

/** Bits in groups of another size; null when what is left over is not padding. */
function regroup(
  values: readonly number[],
  { from, to, isPadded }: { from: number; to: number; isPadded: boolean },
): number[] | null {
  const groups: number[] = []
  let bits = 0
  let held = 0
  for (const value of values) {
    held = ((held << from) | value) & 0xfff
    bits += from
    for (; bits >= to; bits -= to) groups.push((held >> (bits - to)) & ((1 << to) - 1))
  }
  const rest = (held << (to - bits)) & ((1 << to) - 1)
  if (isPadded) return bits > 0 ? [...groups, rest] : groups
  return bits >= from || rest !== 0 ? null : groups
}

function base58Check(sha256: Sha256, payload: number[]): string {
  const bytes = Uint8Array.from(payload)
  return toBase58(Uint8Array.from([...bytes, ...sha256(sha256(bytes)).subarray(0, 4)]))
}

function bytesOf(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

function hexOf(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
