/** What a run covers: a tier, or only the tests whose path or title contains one of the words. */
export type Selection = { tier: 'quick' | 'deep' } | { tier: 'named'; words: readonly string[] }

/**
 * Reads the arguments of `npm test`: none for the quick tier, `--deep` for every test at full depth, words for the tests
 * they name.
 *
 * @throws RangeError for an unknown option, in one sentence.
 */
export function readSelection(args: readonly string[]): Selection {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--deep')
  if (unknown)
    throw new RangeError(`Unknown option ${unknown}. Use --deep, or words to search for.`)
  const words = args.filter((arg) => arg !== '--deep')
  if (args.includes('--deep')) {
    if (words.length > 0)
      throw new RangeError('Use either --deep or words to search for, not both.')
    return { tier: 'deep' }
  }
  return words.length > 0 ? { tier: 'named', words } : { tier: 'quick' }
}
