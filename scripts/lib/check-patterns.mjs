import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow } from './stamp.mjs'

/** Patterns whose repeated parts cannot match the same text in two ways, and why. */
const allowed = {
  '^@?[a-z0-9-]+(\\.[a-z0-9-]+)+$': 'each repetition begins with a dot, which no part matches',
  '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?:"|\\\\?$)|[{}[\\],:]':
    'each repetition begins with a backslash, which no part matches',
  '^https?:\\/\\/[^/?#]+(?:\\/[^/?#]+)*\\/wallets(?:\\/([A-Za-z0-9]+))?\\/rpc$':
    'each repetition begins with a slash, which no part matches',
  '(\\[[0-9]*\\])+$': 'names of types are cut to a length before',
  '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$': 'each repetition begins with a dot, which no part matches',
}

/**
 * Regular expressions of the product that can take quadratic or exponential time: a repetition inside of a repeated group, and
 * two repetitions of "any character" in one pattern. One sentence each.
 */
export async function checkPatterns(root) {
  // Loaded late: it runs before anything is installed.
  const { parseSync } = await import('rolldown/utils')
  return filesBelow(['packages', 'apps'].map((one) => join(root, one)))
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing?\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const { program } = parseSync(file, text, {})
      return patternsIn(program).flatMap((pattern) => {
        const problem = Object.hasOwn(allowed, pattern) ? undefined : problemOf(pattern)
        return problem ? [`${relative(root, file)}: /${pattern}/ ${problem}`] : []
      })
    })
}

/** The sources of the regular expressions in a syntax tree. */
function patternsIn(node) {
  if (node === null || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap(patternsIn)
  const own = node.type === 'Literal' && node.regex ? [node.regex.pattern] : []
  return [...own, ...Object.values(node).flatMap(patternsIn)]
}

/** Why a pattern may be slow; undefined when it is not. */
export function problemOf(pattern) {
  const open = [false]
  let anything = 0
  // Escapes and classes are one character; what follows a group or a character may repeat it without end.
  const parts = pattern.matchAll(
    /(?<open>\((?:\?(?:[:=!]|<[=!]|<\w+>))?)|(?<close>\))|(?<atom>\\.|\[(?:\\.|[^\]\\])*\]|[^()[\]\\])/gu,
  )
  for (const { 0: text, index, groups } of parts) {
    const after = pattern.slice(index + text.length)
    const repeats = /^(?:[*+]|\{\d+,\})/.test(after)
    if (groups?.open) open.push(false)
    else if (groups?.close) {
      const inner = open.pop()
      if (inner && repeats) return 'repeats a group that repeats a part of itself'
      if ((inner || repeats) && open.length > 0) open[open.length - 1] = true
    } else if (repeats) {
      open[open.length - 1] = true
      if (text === '.' || text === '[^]' || text === '[\\s\\S]') anything += 1
    }
  }
  if (anything > 1) return 'repeats "any character" twice'
  return undefined
}
