import type { clockState } from '@sallyport/protocols/sandbox'

/** The answer of `GET` and `POST {clockUrl}`. */
type ClockState = ReturnType<typeof clockState.parse>

/** Called with each new offset; resolves when the listener uses it. */
type ClockListener = (offsetMs: number) => Promise<void>

/** The sandbox's clock: the real time and an offset that only grows. */
export class SandboxClock {
  #offsetMs: number
  readonly #listeners: ClockListener[] = []
  readonly #save: (offsetMs: number) => void
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: { offsetMs: number; save: (offsetMs: number) => void }) {
    this.#offsetMs = options.offsetMs
    this.#save = options.save
  }

  nowMs(): number {
    return Date.now() + this.#offsetMs
  }

  state(): ClockState {
    return { offsetMs: this.#offsetMs, now: new Date(this.nowMs()).toISOString() }
  }

  /** Calls `listener` with the current offset, and again after each move. */
  async follow(listener: ClockListener): Promise<void> {
    this.#listeners.push(listener)
    await listener(this.#offsetMs)
  }

  /** Moves the time ahead; resolves when every listener uses the new offset. Moves run one after another. */
  advance(byMs: number): Promise<ClockState> {
    const move = this.#queue.then(async () => {
      this.#offsetMs += byMs
      this.#save(this.#offsetMs)
      await Promise.all(this.#listeners.map((listener) => listener(this.#offsetMs)))
      return this.state()
    })
    // A failed listener must not block later moves; this call's promise still rejects.
    this.#queue = move.catch(() => undefined)
    return move
  }
}
