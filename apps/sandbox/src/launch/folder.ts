import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Sentence } from './sentence.js'

/**
 * Makes the data folder and its parts, readable by their owner only.
 *
 * @throws Sentence when it cannot be written to.
 */
export function prepareFolder(folder: string): void {
  const probe = join(folder, '.writable')
  try {
    makeBelow(folder)
    makeBelow(join(folder, 'logs'))
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

/** Clears everything the sandbox keeps, but the sockets and logs of this run. */
export function clearFolder(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== 'run' && name !== 'logs')
      rmSync(join(folder, name), { recursive: true, force: true })
}

/** Whether this process is the superuser. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/* Step by step: Node's own recursive form never returns where the system answers ENOENT, as below /proc. */
function makeBelow(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeBelow(parent)
  mkdirSync(folder, { mode: 0o700 })
}
