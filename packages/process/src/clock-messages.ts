/** What the launcher sends to move a clock (contract: `ClockMessage`). */
interface ClockMessage {
  type: 'clock'
  offsetMs: number
}

/**
 * Lets the parent process move a clock by messages `{ type: 'clock', offsetMs }` over IPC; each is answered with
 * `{ type: 'clock-set', offsetMs }`. For development only.
 */
export function followClockMessages(
  setOffsetMs: (offsetMs: number) => void,
  ipc: NodeJS.Process,
): void {
  ipc.on('message', (message) => {
    if (!isClockMessage(message)) return
    setOffsetMs(message.offsetMs)
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
