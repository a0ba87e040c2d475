import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Writes the JavaScript of every package and app into its `dist`, file by file and without checking types: it takes two
 * seconds, and `tsc -b` a minute. Declarations are written by `tsc -b` alone. JavaScript whose source is gone is removed.
 *
 * @param {string} root
 * @returns {Promise<string | undefined>} A sentence with the first syntax error.
 */
export async function transpile(root) {
  // Loaded late: it runs before anything is installed.
  const { transformSync } = await import('rolldown/utils')
  for (const folder of foldersOf(root)) {
    const written = new Set()
    for (const source of sourcesOf(folder)) {
      const from = join(folder, 'src', source)
      const to = join(folder, 'dist', source.replace(/\.tsx?$/, '.js'))
      const { code, map, errors } = transformSync(from, readFileSync(from, 'utf8'), options)
      if (errors.length > 0) return `${relative(root, from)}: ${errors[0].message}`
      const name = to.slice(to.lastIndexOf('/') + 1)
      // The sources are published beside it.
      const { mappings, names } = map
      const sources = [relative(dirname(to), from)]
      write(to, `${code}//# sourceMappingURL=${name}.map\n`)
      write(`${to}.map`, JSON.stringify({ version: 3, file: name, sources, names, mappings }))
      written.add(to)
    }
    removeOthers(join(folder, 'dist'), written)
  }
  return undefined
}

/** As tsconfig.base.json has it. */
const options = {
  sourcemap: true,
  target: 'es2023',
  jsx: { runtime: 'automatic' },
  typescript: { onlyRemoveTypeImports: true },
}

/** Folders of the projects that are built from `src` into `dist`. */
export function foldersOf(root) {
  return readJson(join(root, 'tsconfig.json'))
    .references.map(({ path }) => join(root, path))
    .filter((folder) => existsSync(join(folder, 'src')))
}

/** The project's source files, as its tsconfig.json names them, relative to `src`. */
function sourcesOf(folder) {
  const excluded = readJson(join(folder, 'tsconfig.json')).exclude.map(patternOf)
  return readdirSync(join(folder, 'src'), { recursive: true }).filter(
    (name) =>
      /(?<!\.d)\.tsx?$/.test(name) && !excluded.some((pattern) => pattern.test(`src/${name}`)),
  )
}

function patternOf(glob) {
  const parts = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll('**', '.+')
    .replaceAll(/(?<![.)])\*/g, '[^/]*')
  return new RegExp(`^${parts}(?:/|$)`)
}

/* Leaves a file alone that is the same: a running program may be reading it. */
function write(path, content) {
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function removeOthers(dist, written) {
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = join(dist, name)
    if (!/\.js(?:\.map)?$/.test(name) || written.has(path.replace(/\.map$/, ''))) continue
    rmSync(path)
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
