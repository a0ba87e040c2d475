import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow } from './stamp.mjs'

/** Words that make a sentence literary, and what to write instead (docs/develop/words.md). */
const refused = [
  { what: 'whoever', pattern: /\bwhoever\b/i, say: 'name the actor: the user, the caller' },
  { what: 'nobody', pattern: /\bnobody\b/i, say: '"no user", "not", or the passive' },
  { what: 'somebody', pattern: /\bsomebody\b/i, say: 'name the actor: another user, an attacker' },
  { what: 'anybody', pattern: /\banybody\b/i, say: 'name the actor: any user, any page' },
  { what: 'lest', pattern: /\blest\b/i, say: '"so that … not"' },
  { what: 'thereof', pattern: /\bthereof\b/i, say: '"of it"' },
  { what: 'patience', pattern: /patience\b/i, say: 'deadline, timeout' },
  {
    what: 'is no …',
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|other\b)[a-z]/i,
    say: '"is not a …"',
  },
  { what: 'e-mail', pattern: /\be-mail/i, say: 'email' },
]

/** Phrases of standards and interfaces that keep a refused word, with the reason. */
export const allowedPhrases = {}

/** Files whose subject is the words themselves. */
const exempt = new Set([
  'docs/develop/words.md',
  'scripts/lib/check-wording.mjs',
  'scripts/checks.test.ts',
])

const roots = ['apps', 'packages', 'e2e', 'scripts', 'bench', 'examples', 'conformance', 'docs']
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
const text = /\.(?:tsx?|mjs|css|html|sql|md)$/

/**
 * Finds literary words in the names, comments and texts of source files and docs. Each problem has the file, the line and
 * what to write instead.
 */
export function checkWording(root, { phrases = allowedPhrases } = {}) {
  const paths = [...roots, ...pages].map((one) => join(root, one))
  return filesBelow(paths)
    .map((path) => relative(root, path))
    .filter((file) => text.test(file) && !exempt.has(file))
    .flatMap((file) =>
      problemsOf(file, readFileSync(join(root, file), 'utf8'), Object.keys(phrases)),
    )
}

function problemsOf(file, content, phrases) {
  return content.split('\n').flatMap((line, index) => {
    const rest = phrases.reduce((left, phrase) => left.replaceAll(phrase, ''), line)
    return refused
      .filter(({ pattern }) => pattern.test(rest))
      .map(({ what, say }) => `${file}:${index + 1} says "${what}"; say ${say}`)
  })
}
