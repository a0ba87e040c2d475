import { describe, expect, test } from 'vitest'
import { foldText } from './fold-text.js'

describe('foldText', () => {
  test('SCR-02: a run of empty lines becomes their number, and the words after it stay', () => {
    expect(foldText(`Welcome!${'\n'.repeat(200)}Pay 100 to eve`)).toEqual([
      { kind: 'text', text: 'Welcome!' },
      { kind: 'lines', count: 199 },
      { kind: 'text', text: 'Pay 100 to eve' },
    ])
  })

  test.each([
    ['spaces', ' '],
    ['tabs', '\t'],
    ['no-break spaces', '\u00a0'],
    ['ideographic spaces', '\u3000'],
    ['the blank of Braille', '\u2800'],
    ['joiners', '\u200d'],
  ])('%s count as empty, in lines and beside words', (_, sign) => {
    const lines = foldText(`Hi\n${`${sign.repeat(5)}\n`.repeat(50)}end`)
    expect(lines).toEqual([
      { kind: 'text', text: 'Hi' },
      { kind: 'lines', count: 50 },
      { kind: 'text', text: 'end' },
    ])
    expect(foldText(`Hi${sign.repeat(300)}end`)).toEqual([
      { kind: 'text', text: 'Hi' },
      { kind: 'spaces', count: 300 },
      { kind: 'text', text: 'end' },
    ])
  })

  test('a text with paragraphs and indents is one piece', () => {
    const text = 'Dear Ada,\n\n\n  - one\n        - two\n\nYours'
    expect(foldText(text)).toEqual([{ kind: 'text', text }])
    expect(foldText('')).toEqual([])
  })

  test('takes time that grows with the text alone', () => {
    const startedAtMs = performance.now()
    foldText(`${' \n\t'.repeat(20_000)}x`)
    foldText(`${' '.repeat(20)}x`.repeat(3_000))
    expect(performance.now() - startedAtMs).toBeLessThan(500)
  })
})
