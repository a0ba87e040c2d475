import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The files of the built frame by their paths below its folder, with `/` between folders. */
export type FrameFiles = ReadonlyMap<string, Uint8Array>

/** Names of the two files that say what was released. */
export const releaseNames = { manifest: 'release.txt', signature: 'release.sig' } as const

/**
 * Reads the built frame into memory. What is served later is what was read now, whatever happens to the folder.
 *
 * @returns No files when the folder has no page.
 */
export function readFrameFiles(folder: string): FrameFiles {
  if (!existsSync(join(folder, 'index.html'))) return new Map()
  const released: readonly string[] = Object.values(releaseNames)
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !released.includes(path))
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path))]))
}

/** SHA-256 in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
