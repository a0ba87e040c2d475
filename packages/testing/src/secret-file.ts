import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for the secrets of programs under test. */
export interface SecretFolder {
  path: string
  /** Writes a file that only its owner can read, and returns its path. */
  write(name: string, text: string): string
  remove(): void
}

/** Creates a folder for secret files. With `uid` the folder and its files belong to that user, which needs root. */
export function createSecretFolder(uid?: number): SecretFolder {
  const path = mkdtempSync(join(tmpdir(), 'sallyport-secrets-'))
  if (uid !== undefined) chownSync(path, uid, uid)
  return {
    path,
    write: (name, text) => {
      const file = join(path, name)
      rmSync(file, { force: true })
      writeFileSync(file, text, { mode: 0o400 })
      if (uid !== undefined) chownSync(file, uid, uid)
      return file
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
