import { createHash } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'

/** Number of blocks for which a blockhash is valid, as on the real network. */
const blockhashLifetime = 150n

/**
 * The valid blockhashes, each with the last block height at which it is accepted. Each hash is made of the one before, so
 * that a chain that is restored repeats none: LiteSVM's own start anew with every instance.
 */
export class Blockhashes {
  readonly #lastValid: Map<string, bigint>
  #newest: string

  constructor(saved: readonly (readonly [string, bigint])[] = []) {
    this.#lastValid = new Map(saved)
    this.#newest = saved.at(-1)?.[0] ?? ''
  }

  /** Makes the hash of a new block and removes expired ones. */
  add(blockHeight: bigint): void {
    this.#newest = hashAfter(this.#newest)
    this.#lastValid.set(this.#newest, blockHeight + blockhashLifetime)
    for (const [hash, lastValid] of this.#lastValid)
      if (lastValid < blockHeight) this.#lastValid.delete(hash)
  }

  /** The hash of the newest block. */
  newest(): string {
    return this.#newest
  }

  /** The last block height at which `blockhash` is accepted; undefined when it has expired or is unknown. */
  lastValid(blockhash: string): bigint | undefined {
    return this.#lastValid.get(blockhash)
  }

  /** Expires all hashes, for tests of expiry. */
  clear(): void {
    this.#lastValid.clear()
  }

  /** The entries to pass to the constructor after a restart. */
  entries(): [string, bigint][] {
    return [...this.#lastValid]
  }
}

function hashAfter(blockhash: string): string {
  const digest = createHash('sha256').update(`sallyport local Solana ${blockhash}`).digest()
  return getBase58Decoder().decode(digest)
}
