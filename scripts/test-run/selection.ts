import type { Part } from './deep/pieces.js'

/** What a run covers: a tier, or only the tests whose path or title contains one of the words. */
export type Selection =
  | { tier: 'quick' }
  | { tier: 'named'; words: readonly string[] }
  /** `isAgain`: also what passed before and depends on nothing that has changed since. */
  | { tier: 'deep'; part: Part; isAgain: boolean }

const options = '--deep, --deep --part 3/6, --deep --again, or words to search for'

/**
 * Reads the arguments of `npm test`: none for the quick tier, `--deep` for every test at full depth, words for the tests
 * they name.
 *
 * @throws RangeError for an unknown option, in one sentence.
 */
export function readSelection(args: readonly string[]): Selection {
  if (!args.includes('--deep')) {
    const option = args.find((arg) => arg.startsWith('-'))
    if (option) throw new RangeError(`Unknown option ${option}. Use ${options}.`)
    return args.length > 0 ? { tier: 'named', words: args } : { tier: 'quick' }
  }
  const at = args.indexOf('--part')
  const part = at === -1 ? { index: 1, count: 1 } : readPart(args[at + 1])
  const isPart = (index: number) => at !== -1 && (index === at || index === at + 1)
  const other = args.find((arg, index) => !['--deep', '--again'].includes(arg) && !isPart(index))
  if (other?.startsWith('-')) throw new RangeError(`Unknown option ${other}. Use ${options}.`)
  if (other) throw new RangeError('Use either --deep or words to search for, not both.')
  return { tier: 'deep', part, isAgain: args.includes('--again') }
}

function readPart(text = ''): Part {
  const [index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).slice(1).map(Number)
  if (index < 1 || index > count)
    throw new RangeError(`--part ${text} names no part: use for example --part 3/6.`)
  return { index, count }
}
