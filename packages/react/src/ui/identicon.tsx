/**
 * The cells and hue of an address's identicon: a mirrored 5 × 5 grid.
 *
 * @returns `cells` as 25 booleans by row, `hue` in degrees. The same text always gives the same result.
 */
function identiconOf(address: string): { cells: boolean[]; hue: number } {
  // FNV-1a: similar addresses get different pictures. Not a security measure.
  let state = 0x811c9dc5
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 0x01000193) >>> 0
    return state
  }
  for (const sign of address.toLowerCase()) {
    state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193) >>> 0
  }
  const hue = next() % 360
  const half = Array.from({ length: 15 }, () => (next() >>> 7) % 2 === 0)
  const cells = Array.from({ length: 25 }, (_, index) => {
    const [row, column] = [Math.floor(index / 5), index % 5]
    return half[row * 3 + Math.min(column, 4 - column)] ?? false
  })
  return { cells, hue }
}

/** A small picture that makes addresses easy to tell apart. */
export function Identicon({ address }: { address: string }) {
  const { cells, hue } = identiconOf(address)
  const path = cells
    .map((full, index) => (full ? `M${index % 5} ${Math.floor(index / 5)}h1v1h-1z` : ''))
    .join('')
  return (
    <svg className="identicon" viewBox="-1 -1 7 7" aria-hidden="true">
      <path d="M-1-1h7v7h-7z" fill={`hsl(${hue} 42% 88%)`} />
      <path d={path} fill={`hsl(${hue} 46% 38%)`} />
    </svg>
  )
}
