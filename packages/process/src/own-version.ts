import { readFileSync } from 'node:fs'

/**
 * The version of a program.
 *
 * @param packageFile  URL of its `package.json`.
 * @returns `unknown` where the program runs without the file.
 */
export function ownVersion(packageFile: URL): string {
  try {
    const read: unknown = JSON.parse(readFileSync(packageFile, 'utf8'))
    const isPackage = typeof read === 'object' && read !== null && 'version' in read
    return isPackage && typeof read.version === 'string' ? read.version : 'unknown'
  } catch {
    return 'unknown'
  }
}
