import { svg } from './dom.js'

/**
 * Line icons on a 24-unit grid. Shapes from Lucide (ISC licence, Copyright (c) for portions of Lucide are held by Cole
 * Bemis 2013-2022 as part of Feather (MIT); all other copyright (c) for Lucide are held by Lucide Contributors 2022).
 */
const paths = {
  x: 'M18 6 6 18M6 6l12 12',
  'chevron-down': 'm6 9 6 6 6-6',
  alert: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 8v4M12 16h.01',
  triangle:
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3zM12 9v4M12 17h.01',
  pen: 'M21.17 6.81a1 1 0 0 0-3.98-3.99L3.84 16.17a2 2 0 0 0-.5.83l-1.32 4.35a.5.5 0 0 0 .62.62l4.35-1.32a2 2 0 0 0 .83-.5zM15 5l4 4',
  file: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v4a2 2 0 0 0 2 2h4M10 9H8M16 13H8M16 17H8',
  lock: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
  shield:
    'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z',
} as const satisfies Record<string, string>

/** Names of the icons. */
export type IconName = keyof typeof paths

/** A decorative line icon in the colour of its text; words beside it carry the meaning. */
export function icon(name: IconName, size = ''): SVGSVGElement {
  return svg({ class: `icon ${size}`, viewBox: '0 0 24 24' }, [{ d: paths[name] }])
}

/** A small picture of an address, the same as the app's own screens draw. */
export function identicon(address: string): SVGSVGElement {
  // FNV-1a: spreads near-identical addresses apart; it guards nothing.
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
  const isFull = (row: number, column: number) => half[row * 3 + Math.min(column, 4 - column)]
  const cells = Array.from({ length: 25 }, (_, index) => {
    const [row, column] = [Math.floor(index / 5), index % 5]
    return isFull(row, column) ? `M${column} ${row}h1v1h-1z` : ''
  })
  return svg({ class: 'identicon', viewBox: '-1 -1 7 7' }, [
    { d: 'M-1-1h7v7h-7z', fill: `hsl(${hue} 42% 88%)` },
    { d: cells.join(''), fill: `hsl(${hue} 46% 38%)` },
  ])
}
