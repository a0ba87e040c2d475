import { randomUUID } from 'node:crypto'
import type { InboxMessage } from '@sallyport/protocols/sandbox'

/**
 * How messages to an address are delivered: immediately, after a minute, only on release, rejected as an address that does
 * not exist, or as one whose owner has unsubscribed.
 */
export const deliveryModes = ['normal', 'late', 'never', 'bounce', 'unsubscribed'] as const
export type DeliveryMode = (typeof deliveryModes)[number]

/** A message held by a delivery mode. */
interface HeldMessage {
  id: string
  message: InboxMessage
  /** Unix milliseconds by the sandbox's clock; null when it is delivered on release only. */
  dueAtMs: number | null
}

/** The inbox's state, saved between starts. */
export interface InboxState {
  /** Newest first, at most 500. */
  messages: InboxMessage[]
  held: HeldMessage[]
  /** Mode by address; an address without one is `normal`. */
  modes: Record<string, DeliveryMode>
}

const maxMessages = 500
/** How long `late` holds a message. */
export const lateMs = 60_000

/** Holds the caught messages and the delivery modes. */
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

  /** Held messages, newest first. */
  held(): HeldMessage[] {
    this.#deliverDue()
    return this.#state.held
  }

  modes(): Record<string, DeliveryMode> {
    return this.#state.modes
  }

  /** The mode of an address. Addresses that begin with `bounce` bounce unless a mode is set. */
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

  /** Takes a message, and delivers, holds or drops it by the mode of its address. */
  receive(message: InboxMessage): void {
    const caught = { ...message, to: normal(message.to) }
    const mode = this.modeOf(caught.to)
    if (mode === 'bounce' || mode === 'unsubscribed') return
    if (mode === 'normal') this.#deliver(caught)
    else {
      const dueAtMs = mode === 'late' ? this.#nowMs() + lateMs : null
      this.#state.held = [
        { id: randomUUID(), message: caught, dueAtMs },
        ...this.#state.held,
      ].slice(0, maxMessages)
    }
    this.#changed()
  }

  /** Delivers a held message. Returns false when no held message has this id. */
  release(id: string): boolean {
    const found = this.#state.held.find((one) => one.id === id)
    if (!found) return false
    this.#state.held = this.#state.held.filter((one) => one !== found)
    this.#deliver(found.message)
    this.#changed()
    return true
  }

  /** Deletes messages, delivered and held; only those of one address when `to` is given. Keeps the modes. */
  clear(to?: string): void {
    const wanted = to === undefined ? undefined : normal(to)
    const isKept = (address: string) => wanted !== undefined && address !== wanted
    this.#state.messages = this.#state.messages.filter((one) => isKept(one.to))
    this.#state.held = this.#state.held.filter((one) => isKept(one.message.to))
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
    this.#state.messages = [message, ...this.#state.messages].slice(0, maxMessages)
  }
}

function normal(address: string): string {
  const text = address.trim().toLowerCase()
  // The same phone number in any spelling.
  return /^\+[\d ().-]+$/.test(text) ? text.replaceAll(/[^+\d]/g, '') : text
}
