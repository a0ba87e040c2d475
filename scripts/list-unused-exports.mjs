/*
 * Lists exports that no other file reads, by file: `node scripts/list-unused-exports.mjs`. `*`: only tests read it. `(public)`:
 * it is in the package's exports.txt, so an app may read it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unusedExports } from './lib/unused-exports.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
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
const found = unusedExports(root)
for (const file of new Set(found.map((each) => each.file))) {
  const names = found
    .filter((each) => each.file === file)
    .map(
      (each) =>
        `${each.name}${each.readBy === 'tests' ? '*' : ''}${isPublic(each) ? ' (public)' : ''}`,
    )
  process.stdout.write(`${file}: ${names.join(', ')}\n`)
}
const internal = found.filter((each) => !isPublic(each))
const unread = internal.filter(({ readBy }) => readBy === 'nothing')
process.stdout.write(
  `${found.length} exports that no other product file reads: ${unread.length} internal ones that nothing reads, ${internal.length - unread.length} that tests read, ${found.length - internal.length} public ones\n`,
)
