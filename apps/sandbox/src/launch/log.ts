import { openSync, readFileSync } from 'node:fs'

/** Opens an emptied log file, readable by its owner only; its descriptor. */
export function openLog(path: string): number {
  return openSync(path, 'w', 0o600)
}

/** The last line of a log that is not blank; empty when there is none. */
export function lastLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? ''
  } catch {
    return ''
  }
}
