import { describe, expect, test } from 'vitest'
import { compare, type Pixels } from './compare.js'

type Colour = readonly [number, number, number]
const ink = [92, 91, 87] as const
const accent = [47, 93, 80] as const

/** A white sheet with what `draw` paints on it: rectangles of a colour, which cover a pixel by a share of 0 to 1. */
function picture(draw: (paint: Paint) => void, { width = 320, height = 240 } = {}): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  draw(({ x, y, w, h, colour, share = () => 1 }) => {
    for (let row = y; row < y + h; row += 1)
      for (let column = x; column < x + w; column += 1)
        for (const part of [0, 1, 2] as const) {
          const at = (row * width + column) * 4 + part
          const covered = share(column, row)
          data[at] = Math.round((data[at] ?? 0) * (1 - covered) + colour[part] * covered)
        }
  })
  return { width, height, data }
}
type Paint = (shape: {
  x: number
  y: number
  w: number
  h: number
  colour: Colour
  share?: (x: number, y: number) => number
}) => void

const button = { x: 32, y: 160, w: 256, h: 48, colour: accent }
/** Letters: stems two pixels wide with soft edges, whose softness is the browser's own affair. */
const text =
  (softness: number, colour: Colour = ink) =>
  (paint: Paint) => {
    for (let x = 40; x < 240; x += 10) {
      paint({ x, y: 40, w: 2, h: 20, colour })
      paint({ x: x - 1, y: 40, w: 1, h: 20, colour, share: () => 0.3 + softness })
      paint({ x: x + 2, y: 40, w: 1, h: 20, colour, share: () => 0.3 - softness })
    }
  }
const plain = picture((paint) => {
  paint(button)
  text(0)(paint)
})

describe('compare', () => {
  test('finds nothing in the same picture', () => {
    expect(compare(plain, plain, 2)).toEqual([])
  })

  test('forgives edges that are smoothed in another way', () => {
    const other = picture((paint) => {
      paint(button)
      text(0.25)(paint)
    })

    expect(compare(plain, other, 2)).toEqual([])
  })

  test('error: sees a colour that changed a little', () => {
    const other = picture((paint) => {
      paint({ ...button, colour: [47, 101, 80] })
      text(0)(paint)
    })
    const found = compare(plain, other, 2).map(({ what }) => what)

    expect(found).toEqual(['the colour #2f5d50 is gone', 'the colour #2f6550 is new'])
  })

  test('error: sees paler letters', () => {
    const other = picture((paint) => {
      paint(button)
      text(0, [150, 149, 145])(paint)
    })

    expect(compare(plain, other, 2).length).toBeGreaterThan(0)
  })

  test('error: sees a control that moved by four pixels', () => {
    const other = picture((paint) => {
      paint({ ...button, y: button.y + 8 })
      text(0)(paint)
    })

    expect(compare(plain, other, 2)[0]?.at).toBeTruthy()
  })

  test('error: sees a word that is gone, and says where it was', () => {
    const [worst] = compare(
      plain,
      picture((paint) => paint(button)),
      2,
    )

    expect(worst?.at?.y).toBeGreaterThanOrEqual(40)
    expect(worst?.at?.y).toBeLessThanOrEqual(60)
  })

  test('error: sees a picture of another size', () => {
    const other = picture((paint) => paint(button), { width: 320, height: 260 })

    expect(compare(plain, other, 2)).toEqual([
      { what: 'it is 320 × 260 and was 320 × 240', at: null },
    ])
  })
})
