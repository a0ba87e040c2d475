import type { clockState } from '@sallyport/contract'

/** What `GET` and `POST {clockUrl}` answer. */
export type ClockState = ReturnType<typeof clockState.parse>

/** Who must know the time: resolves when it has taken over the offset. */
export type ClockListener = (offsetMs: number) => Promise<void>

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

  /** Tells `listener` the time now, and again whenever it is moved. */
  async follow(listener: ClockListener): Promise<void> {
    this.#listeners.push(listener)
    await listener(this.#offsetMs)
  }

  /** Moves the time ahead; resolves when everybody has taken it over. Moves are made one after another. */
  advance(byMs: number): Promise<ClockState> {
    const move = this.#queue.then(async () => {
      this.#offsetMs += byMs
      this.#save(this.#offsetMs)
      await Promise.all(this.#listeners.map((listener) => listener(this.#offsetMs)))
      return this.state()
    })
    // A listener that failed must not stop later moves; the caller of this one is told.
    this.#queue = move.catch(() => undefined)
    return move
  }
}
