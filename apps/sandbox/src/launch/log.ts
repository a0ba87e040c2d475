import { openSync, readFileSync } from 'node:fs'

/** Opens and truncates a log file that only its owner may read; returns the descriptor. */
export function openLog(path: string): number {
  return openSync(path, 'w', 0o600)
}

/** Returns the last non-blank line of a log, or an empty string. */
export function lastLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? ''
  } catch {
    return ''
  }
}
