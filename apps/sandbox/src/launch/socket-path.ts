import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/* A Unix socket's path has room for 104 bytes on macOS and 108 on Linux. */
const longest = 100

/** Where the vault listens: in the data folder, or, where that path is too long, in a folder of ours in the system's. */
export function vaultSocketPath(folder: string): string {
  const near = join(folder, 'run', 'vault.sock')
  if (Buffer.byteLength(near) <= longest) {
    mkdirSync(join(folder, 'run'), { recursive: true, mode: 0o700 })
    return near
  }
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const far = join(tmpdir(), `sallyport-${name}`)
  mkdirSync(far, { recursive: true, mode: 0o700 })
  return join(far, 'vault.sock')
}
