/** Number of blocks for which a blockhash is valid, as on the real network. */
const blockhashLifetime = 150n

/** The valid blockhashes, each with the last block height at which it is accepted. */
export class Blockhashes {
  readonly #lastValid: Map<string, bigint>

  constructor(saved: readonly (readonly [string, bigint])[] = []) {
    this.#lastValid = new Map(saved)
  }

  /** Adds the hash of a new block and removes expired ones. */
  add(blockhash: string, blockHeight: bigint): void {
    this.#lastValid.set(blockhash, blockHeight + blockhashLifetime)
    for (const [hash, lastValid] of this.#lastValid)
      if (lastValid < blockHeight) this.#lastValid.delete(hash)
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
