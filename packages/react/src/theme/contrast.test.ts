import { describe, expect, test } from 'vitest'
import { contrast, mix, onColour, parseHex, readable } from './contrast.js'

describe('contrast', () => {
  test('is 21 for black on white, 1 for a colour on itself, and does not care for the order', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21, 5)
    expect(contrast('#2f5d50', '#2f5d50')).toBe(1)
    expect(contrast('#fff', '#777777')).toBeCloseTo(4.478, 2)
    expect(contrast('#777777', '#fff')).toBeCloseTo(4.478, 2)
  })
})

describe('parseHex', () => {
  test('reads long and short forms', () => {
    expect(parseHex('#2F5d50')).toEqual([47, 93, 80])
    expect(parseHex('#f80')).toEqual([255, 136, 0])
  })

  test.each(['', 'red', '#12', '#12345', '2f5d50', '#2f5d50ff'])('error: refuses %j', (text) => {
    expect(() => parseHex(text)).toThrow(RangeError)
  })
})

describe('onColour', () => {
  test('reaches 4.5:1 on every colour of a coarse cube', () => {
    const parts = ['00', '33', '66', '99', 'cc', 'ff']
    const colours = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)))

    const worst = Math.min(...colours.map((colour) => contrast(onColour(colour), colour)))

    expect(colours).toHaveLength(216)
    expect(worst).toBeGreaterThanOrEqual(4.5)
  })
})

describe('readable', () => {
  test('leaves a colour that is legible already', () => {
    const on = { background: '#ffffff', towards: '#000000', ratio: 4.5 }

    expect(readable('#2f5d50', on)).toBe('#2f5d50')
  })

  test('darkens a pale one just far enough', () => {
    const on = { background: '#ffffff', towards: '#000000', ratio: 4.5 }
    const found = readable('#ffe066', on)

    expect(contrast(found, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(found).not.toBe('#000000')
  })
})

test('mix goes from one colour to the other', () => {
  expect(mix('#000000', '#ffffff', 0)).toBe('#000000')
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mix('#000000', '#ffffff', 1)).toBe('#ffffff')
})
