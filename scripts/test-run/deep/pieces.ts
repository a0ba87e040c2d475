/** A piece of the deep tier: the smallest that a run can leave out. */
export interface Piece {
  /** What its pass is kept by, for example `e2e/gallery.spec.ts` or `bench/faults/faults.deep.test.ts 2/4`. */
  id: string
  runner: 'unit' | 'browser' | 'engines' | 'examples' | 'conformance' | 'checks'
  /** The test file, if it is one. */
  file?: string
  /** The share of a divided file that runs, as `2/4`. */
  share?: string
}

/** One of `count` parts, from 1 on. */
export interface Part {
  index: number
  count: number
}

/** Files that would fill a run by themselves, with the number of their shares: a run takes one, another one each day. `SALLYPORT_SHARE` tells them theirs. */
const shares: Record<string, number> = { 'bench/faults/faults.deep.test.ts': 10 }

/**
 * The pieces of the test files, and what the deep tier runs besides.
 *
 * @param day  A number that is another one each day; it chooses the shares.
 */
export function piecesOf(files: readonly string[], day: number): Piece[] {
  return [
    { id: 'checks', runner: 'checks' },
    { id: 'conformance', runner: 'conformance' },
    ...files.map((file) => pieceOf(file, day)),
  ]
}

function pieceOf(file: string, day: number): Piece {
  const runner = runnerOf(file)
  const count = shares[file]
  if (count === undefined) return { id: file, runner, file }
  const share = `${(day % count) + 1}/${count}`
  return { id: `${file} ${share}`, runner, file, share }
}

function runnerOf(file: string): 'unit' | 'browser' | 'engines' | 'examples' {
  if (!file.endsWith('.spec.ts')) return 'unit'
  if (file.startsWith('e2e/engines/')) return 'engines'
  return file.startsWith('e2e/examples/') ? 'examples' : 'browser'
}

/**
 * The pieces of one part. All parts together have every piece once, and take about as long as each other by the known times. The
 * same pieces and times always give the same parts: two machines can share the work of a day.
 */
export function piecesOfPart(
  pieces: readonly Piece[],
  { index, count }: Part,
  secondsOf: (piece: Piece) => number,
): Piece[] {
  const parts = Array.from({ length: count }, () => ({ seconds: 0, pieces: [] as Piece[] }))
  const longestFirst = [...pieces].sort(
    (one, other) => secondsOf(other) - secondsOf(one) || (one.id < other.id ? -1 : 1),
  )
  for (const piece of longestFirst) {
    const emptiest = parts.reduce((best, part) => (part.seconds < best.seconds ? part : best))
    emptiest.pieces.push(piece)
    emptiest.seconds += secondsOf(piece)
  }
  return parts[index - 1]?.pieces ?? []
}
