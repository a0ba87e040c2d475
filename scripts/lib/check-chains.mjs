import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow } from './stamp.mjs'

const either = `'(?:ethereum|solana)'`
/** Ways to write "one of two chains" that a third chain would silently fall through. */
const forms = [
  { what: 'a union of two chains', pattern: new RegExp(`${either}\\s*\\|\\s*${either}`) },
  { what: 'a list of two chains', pattern: new RegExp(`\\[\\s*${either},\\s*${either},?\\s*\\]`) },
  { what: 'a choice between two chains', pattern: new RegExp(`[!=]== ${either}\\s*\\?(?!\\.)`) },
]

/**
 * Two-chain literals in product code outside contract, where `EmbeddedChain`, `embeddedChainTypes` or a look-up by chain
 * belongs; one sentence each.
 */
export function checkChains(root) {
  return filesBelow(['packages', 'apps'].map((one) => join(root, one)))
    .map((file) => relative(root, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^packages\/contract\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return forms
        .filter(({ pattern }) => pattern.test(text))
        .map(({ what }) => `${file} has ${what}: use embeddedChains of contract`)
    })
}
