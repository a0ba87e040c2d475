import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow } from './stamp.mjs'

const code = /\.(ts|tsx|mjs|js|css)$/
const exempt = /(^|\/)(vectors|abis|copy)\/|\.gen\./

/** Scripts are untyped JavaScript because they run before anything is installed: what is longer belongs into TypeScript. */
const mostOfScript = 110

/** Files that are longer than 300 lines (tests 500, scripts 110); one sentence each. */
export function checkSizes(root) {
  return filesBelow(
    ['packages', 'apps', 'scripts', 'bench', 'e2e', 'conformance'].map((one) => join(root, one)),
  )
    .filter((file) => code.test(file) && !exempt.test(relative(root, file)))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n').length - 1
      const path = relative(root, file)
      const most = mostLines(path)
      return lines > most ? [`${path} has ${lines} lines; the most is ${most}`] : []
    })
}

function mostLines(path) {
  if (/\.(test|spec)\.[a-z]+$/.test(path)) return 500
  return path.startsWith('scripts/') && path.endsWith('.mjs') ? mostOfScript : 300
}
