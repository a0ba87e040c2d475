import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Piece } from './pieces.js'

/** Pieces that passed: by id, the fingerprint of what they depended on. */
export type Passes = Record<string, string>

/**
 * A text that changes when the name or the content of any of the files does.
 *
 * @param contentOf  The content of a file, or a hash of it.
 */
export function fingerprint(files: readonly string[], contentOf: (file: string) => string): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0${contentOf(file)}\n`)
  return hash.digest('hex')
}

/** The pieces whose pass is not kept, or was of other files. */
export function notPassed(
  pieces: readonly Piece[],
  { passes, fingerprintOf }: { passes: Passes; fingerprintOf: (piece: Piece) => string },
): Piece[] {
  return pieces.filter((piece) => passes[piece.id] !== fingerprintOf(piece))
}

/** The passes with what a run of pieces has shown: a piece that did not pass loses the pass it had. */
export function afterRun(
  passes: Passes,
  {
    ran,
    isPassed,
    fingerprintOf,
  }: {
    ran: readonly Piece[]
    isPassed: (piece: Piece) => boolean
    fingerprintOf: (piece: Piece) => string
  },
): Passes {
  const kept = { ...passes }
  for (const piece of ran) {
    if (isPassed(piece)) kept[piece.id] = fingerprintOf(piece)
    else delete kept[piece.id]
  }
  return kept
}

/** The passes kept at a path; none when there are none that can be read. */
export function readPasses(path: string): Passes {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((each): each is [string, string] => typeof each[1] === 'string'),
    )
  } catch {
    return {} // The first run, or a file that was cut off: everything runs.
  }
}

/** Keeps the passes at a path. */
export function writePasses(path: string, passes: Passes): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(passes, null, 2)}\n`)
}
