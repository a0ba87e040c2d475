import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { exportedNamesIn, specifiersIn } from './imports.mjs'
import { filesBelow } from './stamp.mjs'

const folders = ['packages', 'apps', 'scripts', 'e2e', 'bench', 'conformance']
const isSource = (file) => /\.(tsx?|mjs)$/.test(file)
const isTest = (file) => /\.(test|spec)\.tsx?$|\/(test-kit|testing|gallery)\/|^e2e\//.test(file)

/**
 * Exported names that no file but their own mentions, and those that only tests mention. A name counts as mentioned where
 * it stands in a file that imports anything, so a name that is common elsewhere is not found: the list has no false alarms.
 *
 * @returns {{ file: string, name: string, readBy: 'nothing' | 'tests' }[]}
 */
export function unusedExports(root) {
  const files = filesBelow(folders.map((one) => join(root, one))).filter(isSource)
  const mentions = new Map()
  for (const file of files) {
    if (specifiersIn(file).length === 0) continue
    for (const name of new Set(readFileSync(file, 'utf8').match(/[A-Za-z_$][\w$]*/g)))
      mentions.set(name, [...(mentions.get(name) ?? []), relative(root, file)])
  }
  return files
    .map((file) => relative(root, file))
    .filter((path) => /^(packages|apps)\/[^/]+\/src\//.test(path) && !isTest(path))
    .flatMap((path) =>
      exportedNamesIn(join(root, path)).flatMap((name) => {
        const others = (mentions.get(name) ?? []).filter((each) => each !== path)
        if (others.some((each) => !isTest(each))) return []
        return [{ file: path, name, readBy: others.length === 0 ? 'nothing' : 'tests' }]
      }),
    )
}
