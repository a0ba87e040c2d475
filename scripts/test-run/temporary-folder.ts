import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
/** Databases, browser profiles and builds of two workers take about half of it. */
const leastBytes = 3 * 1024 ** 3

/**
 * The folder for what tests keep for a while, databases above all: in memory where the system has room for it there, because
 * Postgres on a busy disk takes three times as long. A `TMPDIR` that is set stays.
 */
export function temporaryFolder(
  given = process.env.TMPDIR,
  freeBytes: (folder: string) => number | undefined = freeBytesOf,
): string {
  if (given) return given
  return (freeBytes(memory) ?? 0) >= leastBytes ? memory : tmpdir()
}

function freeBytesOf(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined // Only Linux has the folder.
  }
}
