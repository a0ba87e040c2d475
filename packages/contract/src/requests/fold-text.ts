/** A piece of a text as it is shown: words, or how much emptiness was folded. */
export type TextPiece = { kind: 'text'; text: string } | { kind: 'lines' | 'spaces'; count: number }

/** More empty lines, or more blank signs in one line, than a letter or a program has one after the other. */
const [mostLines, mostSpaces] = [2, 24]

/**
 * Every sign that shows nothing: what counts as white space, the blank of Braille, fillers of Hangul, and joiners, which are only
 * blank when they come in numbers.
 */
const blank = '[^\\S\\n]|[\\u2800\\u3164\\uffa0\\u115f\\u1160\\u200c\\u200d\\u034f]'
const runs = new RegExp(
  `(?:^|\\n)(?:(?:${blank})*\\n){${mostLines + 1},}|(?:${blank}){${mostSpaces + 1},}`,
  'gu',
)

/**
 * Folds what only takes room: long runs of empty lines and of blanks would push words out of sight (S2). Nothing that can be
 * seen is left out.
 */
export function foldText(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  const words = (from: number, to: number) => {
    if (to > from) pieces.push({ kind: 'text', text: text.slice(from, to) })
  }
  for (const { 0: run, index } of text.matchAll(runs)) {
    words(end, index)
    end = index + run.length
    const lines = run.split('\n').length - (run.startsWith('\n') ? 2 : 1)
    pieces.push(
      run.includes('\n')
        ? { kind: 'lines', count: lines }
        : { kind: 'spaces', count: Array.from(run).length },
    )
  }
  words(end, text.length)
  return pieces
}
