import { randomUUID } from 'node:crypto'
import type { InboxMessage } from '@sallyport/contract'

/** What happens to mail for an address: at once, after a while or by hand, not at all, refused by the mail server. */
export const deliveryModes = ['normal', 'late', 'never', 'bounce'] as const
export type DeliveryMode = (typeof deliveryModes)[number]

/** A message kept back by a delivery mode. */
export interface HeldMessage {
  id: string
  message: InboxMessage
  /** Unix milliseconds by the sandbox's clock; null when only a click releases it. */
  dueAtMs: number | null
}

/** Everything the inbox knows, as it is kept between starts. */
export interface InboxState {
  /** Newest first, at most 500. */
  messages: InboxMessage[]
  held: HeldMessage[]
  /** Mode by address; an address without one is `normal`. */
  modes: Record<string, DeliveryMode>
}

const kept = 500
/** How long `late` keeps a message back. */
export const lateMs = 60_000

/** Caught messages, and the rules that say which of them are shown. */
export class Inbox {
  readonly #state: InboxState
  readonly #nowMs: () => number
  readonly #changed: () => void

  constructor(options: {
    nowMs: () => number
    changed: () => void
    saved?: InboxState | undefined
  }) {
    this.#nowMs = options.nowMs
    this.#changed = options.changed
    this.#state = options.saved ?? { messages: [], held: [], modes: {} }
  }

  /** Delivered messages, newest first; of one address when `to` is given. */
  messages(to?: string): InboxMessage[] {
    this.#deliverDue()
    const wanted = to === undefined ? undefined : normal(to)
    return this.#state.messages.filter((one) => wanted === undefined || one.to === wanted)
  }

  /** Messages kept back, newest first. */
  held(): HeldMessage[] {
    this.#deliverDue()
    return this.#state.held
  }

  modes(): Record<string, DeliveryMode> {
    return this.#state.modes
  }

  /** The mode of an address; those that begin with `bounce` are refused unless a mode is set. */
  modeOf(address: string): DeliveryMode {
    const to = normal(address)
    const set = Object.hasOwn(this.#state.modes, to) ? this.#state.modes[to] : undefined
    return set ?? (to.startsWith('bounce') ? 'bounce' : 'normal')
  }

  setMode(address: string, mode: DeliveryMode): void {
    const to = normal(address)
    if (mode === 'normal' && !to.startsWith('bounce')) delete this.#state.modes[to]
    else this.#state.modes[to] = mode
    this.#changed()
  }

  /** Takes in a message, and shows it or keeps it back as its address says. */
  receive(message: InboxMessage): void {
    const caught = { ...message, to: normal(message.to) }
    const mode = this.modeOf(caught.to)
    if (mode === 'bounce') return
    if (mode === 'normal') this.#deliver(caught)
    else {
      const dueAtMs = mode === 'late' ? this.#nowMs() + lateMs : null
      this.#state.held = [
        { id: randomUUID(), message: caught, dueAtMs },
        ...this.#state.held,
      ].slice(0, kept)
    }
    this.#changed()
  }

  /** Delivers a message kept back. False when there is none of that id. */
  release(id: string): boolean {
    const found = this.#state.held.find((one) => one.id === id)
    if (!found) return false
    this.#state.held = this.#state.held.filter((one) => one !== found)
    this.#deliver(found.message)
    this.#changed()
    return true
  }

  /** Forgets messages, shown and kept back; of one address when `to` is given. The modes stay. */
  clear(to?: string): void {
    const wanted = to === undefined ? undefined : normal(to)
    const stays = (address: string) => wanted !== undefined && address !== wanted
    this.#state.messages = this.#state.messages.filter((one) => stays(one.to))
    this.#state.held = this.#state.held.filter((one) => stays(one.message.to))
    this.#changed()
  }

  state(): InboxState {
    return this.#state
  }

  #deliverDue(): void {
    for (const { id, dueAtMs } of [...this.#state.held].reverse())
      if (dueAtMs !== null && dueAtMs <= this.#nowMs()) this.release(id)
  }

  #deliver(message: InboxMessage): void {
    this.#state.messages = [message, ...this.#state.messages].slice(0, kept)
  }
}

function normal(address: string): string {
  return address.trim().toLowerCase()
}
