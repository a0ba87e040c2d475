import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unusedExports } from './unused-exports.mjs'

/** Exports that only their own file reads: `export` can be removed. Names in a package's `exports.txt` are for apps. */
export function checkExports(root) {
  const publicNames = new Map()
  const isPublic = ({ file, name }) => {
    const folder = file.split('/').slice(0, 2).join('/')
    if (!publicNames.has(folder)) {
      const path = join(root, folder, 'exports.txt')
      const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
      publicNames.set(folder, new Set(lines.map((line) => line.replace(/^type /, ''))))
    }
    return publicNames.get(folder).has(name)
  }
  return unusedExports(root)
    .filter((each) => each.readBy === 'nothing' && !isPublic(each))
    .map(({ file, name }) => `${file}: ${name} is read by no other file: remove its \`export\``)
}
