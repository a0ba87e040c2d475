import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/* The path of a Unix socket may have 104 bytes on macOS and 108 on Linux. */
const longest = 100

/** Returns the path of a socket: in the data folder, or in the system's temporary folder when that path is too long. */
export function socketPath(folder: string, name: 'vault' | 'signer' | 'launcher'): string {
  const file = `${name}.sock`
  const near = join(folder, 'run')
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const far = join(tmpdir(), `sallyport-${mark}`)
  const chosen = Buffer.byteLength(join(near, file)) <= longest ? near : far
  mkdirSync(chosen, { recursive: true, mode: 0o700 })
  return join(chosen, file)
}
