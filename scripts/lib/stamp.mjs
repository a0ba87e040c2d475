import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'dist-page', '.git', '.sallyport'])

/**
 * Every file below the paths, without what is built or installed; sorted.
 *
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
export function filesBelow(paths) {
  return paths.flatMap(walk).sort()
}

/** A text that changes when any of the files does: by name, size and time of change. */
export function fingerprintOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Whether the stamp at `path` is `value`. */
export function isStamped(path, value) {
  try {
    return readFileSync(path, 'utf8') === value
  } catch {
    return false
  }
}

/** Writes the stamp. */
export function stamp(path, value) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, value)
}

function walk(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => walk(join(path, entry.name)))
}
