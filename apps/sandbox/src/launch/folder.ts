import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.js'

/**
 * Creates the data folder and its subfolders, readable by their owner only.
 *
 * @throws StartError when it isn't writable.
 */
export function prepareFolder(folder: string): void {
  const probe = join(folder, '.writable')
  try {
    createFolder(folder)
    createFolder(join(folder, 'logs'))
    writeFileSync(probe, '')
    rmSync(probe)
  } catch {
    throw new StartError(
      `Cannot write to the folder ${folder}: change its permissions, or set SALLYPORT_DATA_DIR to another one.`,
    )
  }
  // Postgres does not run as root, so its account must be able to enter this folder. Every file is 0600.
  chmodSync(folder, isRoot() ? 0o711 : 0o700)
}

/** Deletes the sandbox's data, except the sockets and logs of this run. */
export function clearFolder(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== 'run' && name !== 'logs')
      rmSync(join(folder, name), { recursive: true, force: true })
}

/** Whether this process is the superuser. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/* Not mkdir's `recursive`: it never returns where the system answers ENOENT, such as below /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) createFolder(parent)
  mkdirSync(folder, { mode: 0o700 })
}
