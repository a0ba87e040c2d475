import { SandboxClock } from '../clock/clock.js'
import { Inbox, type InboxState } from '../inbox/inbox.js'
import { readJson, writeJson } from '../keep-json.js'

const saveAfterMs = 200

/** The sandbox's clock, going on with the offset kept in the file. */
export function keptClock(path: string): SandboxClock {
  const saved = readJson(path)
  const offset = typeof saved === 'object' && saved !== null ? Reflect.get(saved, 'offsetMs') : 0
  return new SandboxClock({
    offsetMs: Number.isSafeInteger(offset) ? Number(offset) : 0,
    save: (offsetMs) => writeJson(path, { offsetMs }),
  })
}

/** The inbox kept in the file, and a function that writes what is not yet written. */
export function keptInbox(
  path: string,
  nowMs: () => number,
): { inbox: Inbox; flush: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    writeJson(path, inbox.state())
  }
  const inbox = new Inbox({
    nowMs,
    // The file was written by the function above.
    saved: readJson(path) as InboxState | undefined,
    changed: () => {
      timer ??= setTimeout(() => void flush(), saveAfterMs)
    },
  })
  return { inbox, flush }
}
