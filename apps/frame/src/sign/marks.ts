import { svg } from '../confirm/screen/dom.js'

/** The marks to choose from: filled shapes on a 24-unit grid, each in a colour of its own that shows on light and dark. Shapes from Lucide (ISC licence). */
export const signMarks = {
  star: {
    colour: '#c98a00',
    path: 'm12 2 3.09 6.26L22 9.27l-5 4.87 1.18 6.88L12 17.77l-6.18 3.25L7 14.14 2 9.27l6.91-1.01z',
  },
  heart: {
    colour: '#d3445f',
    path: 'M20.84 4.61a5.5 5.5 0 0 0-7.78 0L12 5.67l-1.06-1.06a5.5 5.5 0 0 0-7.78 7.78l1.06 1.06L12 21.23l7.78-7.78 1.06-1.06a5.5 5.5 0 0 0 0-7.78z',
  },
  drop: { colour: '#2f7fd1', path: 'M12 2.7 6.3 8.4a8 8 0 1 0 11.3 0z' },
  moon: { colour: '#7d62c9', path: 'M21 12.8A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.8z' },
  bolt: { colour: '#d9661f', path: 'M13 2 3 14h9l-1 8 10-12h-9z' },
  leaf: {
    colour: '#3a8f5c',
    path: 'M11 20A7 7 0 0 1 9.8 6.1C15.5 5 17 4.48 19 2c1 2 2 4.18 2 8 0 5.5-4.78 10-10 10z',
  },
} as const satisfies Record<string, { colour: string; path: string }>

export type SignMark = keyof typeof signMarks

/** A mark, decorative: its name or the word beside it says which one. */
export function drawMark(name: SignMark): SVGSVGElement {
  const { colour, path } = signMarks[name]
  return svg({ class: 'mark', viewBox: '0 0 24 24', fill: colour }, [{ d: path }])
}
