import { SandboxClock } from '../clock/clock.js'
import type { CloudFile } from '../cloud/files.js'
import { Inbox, type InboxState } from '../inbox/inbox.js'
import { readJson, writeJson } from '../json-file.js'

const saveAfterMs = 200

/** Loads the sandbox's clock with the offset saved in the file. */
export function loadClock(path: string): SandboxClock {
  const saved = readJson(path)
  const offset = typeof saved === 'object' && saved !== null ? Reflect.get(saved, 'offsetMs') : 0
  return new SandboxClock({
    offsetMs: Number.isSafeInteger(offset) ? Number(offset) : 0,
    save: (offsetMs) => writeJson(path, { offsetMs }),
  })
}

/** Loads the inbox from the file; `flush` writes pending changes. */
export function loadInbox(
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
    // `flush` wrote the file.
    saved: readJson(path) as InboxState | undefined,
    changed: () => {
      timer ??= setTimeout(() => void flush(), saveAfterMs)
    },
  })
  return { inbox, flush }
}

/** The files in the simulated cloud storages: wallets outlive a start of the sandbox, and so do their recovery files. */
export function loadCloudFiles(path: string): {
  saved: readonly CloudFile[]
  changed: (files: readonly CloudFile[]) => void
} {
  const saved = readJson(path)
  return {
    // `changed` wrote the file.
    saved: Array.isArray(saved) ? (saved as CloudFile[]) : [],
    changed: (files) => writeJson(path, files),
  }
}
