/** A decoded picture: four bytes a pixel, red, green, blue, alpha. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Where and how a picture differs, worst first; none when it is the same to the eye. */
export interface Difference {
  what: string
  /** The middle of the place, pixels; null for the whole picture. */
  at: { x: number; y: number } | null
}

/**
 * Compares two pictures as a person would: by their flat colours, and by what stands where.
 *
 * Two builds of a browser smooth the edges of letters and curves differently, which changes single pixels by a lot.
 * It changes neither the flat colours nor how much ink there is in a place. So pictures differ when (1) a colour that
 * fills areas of one is not in the other, or (2) the mean colour of a place, 8 CSS pixels wide, differs.
 *
 * Written in one function without imports: it also runs inside the browser, which decodes the pictures.
 *
 * @param scale  Device pixels for a CSS pixel.
 */
export function compare(before: Pixels, after: Pixels, scale: number): Difference[] {
  /** Of 255, in any of red, green and blue. */
  const sameColour = 4
  /** Ink of a place, of 255: smoothing stays below the first in every place, and below the second in nearly all. */
  const sameInk = 26
  const nearlySameInk = 13
  /** With this many differing pixels, the difference is not only anti-aliasing. */
  const mostNearly = 3

  if (before.width !== after.width || before.height !== after.height) {
    const size = ({ width, height }: Pixels) => `${width} × ${height}`
    return [{ what: `it is ${size(after)} and was ${size(before)}`, at: null }]
  }
  const colours = [flatColours(before), flatColours(after)] as const
  const gone = missing(colours[0], colours[1]).map((each) => `the colour ${each} is gone`)
  const come = missing(colours[1], colours[0]).map((each) => `the colour ${each} is new`)
  return [...[...gone, ...come].map((what) => ({ what, at: null })), ...places()]

  /** Colours whose every neighbour is the same, with the number of such pixels; those that fill next to nothing are left out. */
  function flatColours({ width, height, data }: Pixels): Map<number, number> {
    const words = new Uint32Array(data.buffer, data.byteOffset, width * height)
    const counts = new Map<number, number>()
    for (let y = 1; y < height - 1; y += 1) {
      for (let x = 1; x < width - 1; x += 1) {
        const at = y * width + x
        const word = words[at] ?? 0
        const isFlat =
          word === words[at - 1] &&
          word === words[at + 1] &&
          word === words[at - width] &&
          word === words[at + width]
        if (isFlat) counts.set(word, (counts.get(word) ?? 0) + 1)
      }
    }
    return new Map([...counts].filter(([, count]) => count >= 12 * scale * scale))
  }

  /** Colours of which `most` has a good deal and `other` nothing like it, as `#rrggbb`. */
  function missing(most: Map<number, number>, other: Map<number, number>): string[] {
    const part = (word: number, index: number) => (word >>> (index * 8)) & 255
    const isNear = (a: number, b: number) =>
      [0, 1, 2].every((index) => Math.abs(part(a, index) - part(b, index)) <= sameColour)
    return [...most]
      .filter(([, count]) => count >= 40 * scale * scale)
      .filter(([word]) => ![...other.keys()].some((each) => isNear(word, each)))
      .map(
        ([word]) =>
          `#${[0, 1, 2].map((index) => part(word, index).toString(16).padStart(2, '0')).join('')}`,
      )
  }

  /** Places whose ink differs. A place is looked at whole and shifted by its half, so that nothing hides at an edge. */
  function places(): Difference[] {
    const side = 8 * scale
    const found: (Difference & { by: number })[] = []
    for (let top = 0; top + side <= before.height; top += side / 2) {
      for (let left = 0; left + side <= before.width; left += side / 2) {
        const by = inkBetween(left, top, side)
        if (by <= nearlySameInk) continue
        const at = { x: left + side / 2, y: top + side / 2 }
        found.push({ what: `ink differs by ${Math.round(by)}`, at, by })
      }
    }
    found.sort((one, other) => other.by - one.by)
    const worst = found[0]?.by ?? 0
    return worst > sameInk || found.length > mostNearly ? found : []
  }

  /** By how much the mean of a square differs, in the part that differs most. */
  function inkBetween(left: number, top: number, side: number): number {
    const sums = [0, 0, 0]
    for (let y = top; y < top + side; y += 1) {
      for (let x = left; x < left + side; x += 1) {
        const at = (y * before.width + x) * 4
        for (let part = 0; part < 3; part += 1)
          sums[part] =
            (sums[part] ?? 0) + (after.data[at + part] ?? 0) - (before.data[at + part] ?? 0)
      }
    }
    return Math.max(...sums.map(Math.abs)) / (side * side)
  }
}
