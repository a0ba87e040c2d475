import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow } from './stamp.mjs'

const code = /\.(ts|tsx|mjs|js|css)$/
const exempt = /(^|\/)(vectors|abis|copy)\/|\.gen\./

/** Files that are longer than 300 lines (tests 500); one sentence each. */
export function checkSizes(root) {
  return filesBelow(
    ['packages', 'apps', 'scripts', 'e2e', 'conformance'].map((one) => join(root, one)),
  )
    .filter((file) => code.test(file) && !exempt.test(relative(root, file)))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n').length - 1
      const most = /\.(test|spec)\.[a-z]+$/.test(file) ? 500 : 300
      return lines > most ? [`${relative(root, file)} has ${lines} lines; the most is ${most}`] : []
    })
}
