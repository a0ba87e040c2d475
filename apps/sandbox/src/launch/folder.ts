import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sentence } from './sentence.js'

/**
 * Makes the data folder and its parts, readable by their owner only.
 *
 * @throws Sentence when it cannot be written to.
 */
export function prepareFolder(folder: string): void {
  const probe = join(folder, '.writable')
  try {
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch {
    throw new Sentence(
      `The folder ${folder} cannot be written to: change its permissions, or set SALLYPORT_DATA_DIR to another one.`,
    )
  }
  // Postgres refuses to run as root and must pass through to its own folder; every file is 0600.
  chmodSync(folder, isRoot() ? 0o711 : 0o700)
}

/** Clears everything the sandbox keeps; installation stamps outside the folder stay. */
export function clearFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Whether this process is the superuser. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}
