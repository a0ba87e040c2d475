import { encode } from 'uqr'

/** Modules of quiet zone that scanners need around a code. */
const quiet = 4

/** A QR code, dark on white in every theme: many scanners do not read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  const box = size + 2 * quiet
  return (
    <svg className="qr" viewBox={`${-quiet} ${-quiet} ${box} ${box}`} role="img" aria-label={label}>
      <path d={`M${-quiet} ${-quiet}h${box}v${box}h${-box}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
