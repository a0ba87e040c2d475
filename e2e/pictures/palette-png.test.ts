import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { palettePng } from './palette-png.js'

test('palettePng writes the chunks of an indexed picture, with their checksums', () => {
  const png = palettePng({
    width: 2,
    height: 2,
    palette: Uint8Array.of(0, 0, 0, 255, 0, 0),
    indices: Uint8Array.of(0, 1, 1, 0),
  })

  const at = png.indexOf('IDAT')
  const length = png.readUInt32BE(at - 4)
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  expect(png.subarray(16, 26).toString('hex')).toBe('00000002000000020803')
  expect([...inflateSync(png.subarray(at + 4, at + 4 + length))]).toEqual([0, 0, 1, 0, 1, 0])
  // The end of every PNG there is.
  expect(png.subarray(-8).toString('hex')).toBe('49454e44ae426082')
})
