import type { ClockMessage } from '@sallyport/contract'
import type { AdjustableClock } from './clock.js'

/**
 * Lets the parent process move `clock` by `ClockMessage`s over IPC; each is answered `{ type: 'clock-set', offsetMs }`.
 * Called outside production only.
 */
export function followClockMessages(clock: AdjustableClock, ipc: NodeJS.Process): void {
  ipc.on('message', (message) => {
    if (!isClockMessage(message)) return
    clock.setOffset(message.offsetMs)
    ipc.send?.({ type: 'clock-set', offsetMs: message.offsetMs })
  })
}

function isClockMessage(message: unknown): message is ClockMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'clock' &&
    'offsetMs' in message &&
    Number.isFinite(message.offsetMs)
  )
}
