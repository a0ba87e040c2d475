/** How many blocks a blockhash stays good for, as on the real network. */
export const blockhashLifetime = 150n

/** The blockhashes a transaction may name, with the last block each is good for. */
export class Blockhashes {
  readonly #lastValid: Map<string, bigint>

  constructor(saved: readonly (readonly [string, bigint])[] = []) {
    this.#lastValid = new Map(saved)
  }

  /** Adds the hash of a new block and forgets those too old. */
  add(blockhash: string, blockHeight: bigint): void {
    this.#lastValid.set(blockhash, blockHeight + blockhashLifetime)
    for (const [hash, lastValid] of this.#lastValid)
      if (lastValid < blockHeight) this.#lastValid.delete(hash)
  }

  /** The last block height at which `blockhash` is accepted; undefined when it is not, now. */
  lastValid(blockhash: string): bigint | undefined {
    return this.#lastValid.get(blockhash)
  }

  /** Ends the life of every hash at once, so that expiry can be rehearsed. */
  clear(): void {
    this.#lastValid.clear()
  }

  /** Everything, to be given to the constructor after a restart. */
  entries(): [string, bigint][] {
    return [...this.#lastValid]
  }
}
