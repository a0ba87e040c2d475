import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/** The program that makes token accounts for wallets. */
const associatedProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const marker = utf8ToBytes('ProgramDerivedAddress')

/**
 * The account in which a wallet has a token (base58): derived from the wallet, the token's program and its mint.
 *
 * @throws Error for an address that is not 32 bytes in base58.
 * @see Solana Program Library, "Associated Token Account".
 */
export function tokenAccountOf(of: { owner: string; program: string; mint: string }): string {
  const seeds = [of.owner, of.program, of.mint].map(read32)
  for (let bump = 255; bump >= 0; bump -= 1) {
    const parts = [...seeds, Uint8Array.of(bump), read32(associatedProgram), marker]
    const derived = sha256(concatBytes(...parts))
    // No private key may be of it: it must not be a point of the curve.
    if (!isPoint(derived)) return base58.encode(derived)
  }
  throw new Error('No address is off the curve')
}

function read32(address: string): Uint8Array {
  const bytes = base58.decode(address)
  if (bytes.length !== 32) throw new Error('Not an address of Solana')
  return bytes
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
