import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Everything that the lab writes; `down` removes it. */
export const folder = '/var/tmp/sallyport-lab'
const stateFile = join(folder, 'state.json')

/** What the lab was made with; undefined when it is not up. */
export function readState() {
  return existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : undefined
}

/** Keeps it, readable by root alone: it has passwords. */
export function writeState(state) {
  mkdirSync(dirname(stateFile), { recursive: true })
  writeFileSync(stateFile, JSON.stringify(state, null, 2), { mode: 0o600 })
}

/** Writes a file for one user. */
export function at(...parts) {
  return join(folder, ...parts)
}
