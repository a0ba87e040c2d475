import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Test files that a search found, relative to the root. */
export interface FoundTests {
  /** Their path contains a word: every test in them runs. */
  byPath: string[]
  /** A line with a text in quotes contains a word: the tests with such a title run. */
  byTitle: string[]
}

/**
 * Finds the test files that one of the words names, ignoring case.
 *
 * @param files  Absolute paths of test files.
 */
export function findTests(
  root: string,
  { files, words }: { files: readonly string[]; words: readonly string[] },
): FoundTests {
  const pattern = wordsPattern(words)
  const found: FoundTests = { byPath: [], byTitle: [] }
  for (const file of files) {
    const path = relative(root, file)
    if (pattern.test(path)) found.byPath.push(path)
    else if (hasTitle(readFileSync(file, 'utf8'), pattern)) found.byTitle.push(path)
  }
  return found
}

/** A regular expression that matches any of the words literally, ignoring case. */
export function wordsPattern(words: readonly string[]): RegExp {
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'i')
}

/** Titles may be built from tables, so any quoted line counts; the runner's own filter is exact. */
function hasTitle(text: string, pattern: RegExp): boolean {
  return text
    .split('\n')
    .some(
      (line) => /['"`]/.test(line) && !/^\s*(?:\/\/|\*|import )/.test(line) && pattern.test(line),
    )
}
