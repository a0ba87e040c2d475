import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Problems of an unpacked package's files. */
export function filesOf(folder, licence) {
  const files = below(folder)
  const names = files.map((file) => relative(folder, file))
  const read = (name) => (names.includes(name) ? readFileSync(join(folder, name), 'utf8') : '')
  return [
    ...(read('LICENSE') === licence ? [] : ['LICENSE is missing or not the one of the project']),
    ...(read('README.md') ? [] : ['README.md is missing']),
    ...names
      .filter((name) => /\.(test|spec|scenes)\.|(^|\/)(test|test-kit)\/|\.tsbuildinfo$/.test(name))
      .map((name) => `${name} does not belong into the package`),
    ...files
      .filter((file) => file.endsWith('.map'))
      .flatMap((file) =>
        JSON.parse(readFileSync(file, 'utf8'))
          .sources.filter((source) => !existsSync(resolve(dirname(file), source)))
          .map((source) => `${relative(folder, file)} points to ${source}, which is missing`),
      ),
  ]
}

/** A problem when the declarations of an unpacked package are larger than `most` bytes. */
export function tooManyDeclarations(folder, most = Number.POSITIVE_INFINITY) {
  const bytes = below(folder)
    .filter((file) => file.endsWith('.d.ts'))
    .reduce((sum, file) => sum + statSync(file).size, 0)
  return bytes <= most ? [] : [`its declarations are ${bytes} bytes, at most ${most} are wanted`]
}

function below(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? below(path) : [path]
  })
}
