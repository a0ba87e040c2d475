import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const specifiers = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g
/** The file of react that names the screens, itself or through files it loads later. */
export const registryPath = 'packages/react/src/registry.ts'

/** The names that a source file imports from, also while running. */
export function specifiersIn(file) {
  return [...readFileSync(file, 'utf8').matchAll(specifiers)].map(([, name]) => name)
}

/** The path without the ending of a source or built file. */
export function withoutEnding(path) {
  return path.replace(/\.(js|ts|tsx)$/, '')
}

/** Screens, as paths without ending: what the registry imports of features, and what files it loads later do. */
export function screensOf(root) {
  const registry = join(root, registryPath)
  if (!existsSync(registry)) return new Set()
  const imported = (file) =>
    specifiersIn(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => withoutEnding(resolve(dirname(file), specifier)))
  const direct = imported(registry)
  const later = direct
    .filter((path) => !path.includes('/features/') && existsSync(`${path}.ts`))
    .flatMap((path) => imported(`${path}.ts`))
  return new Set([...direct, ...later].filter((path) => path.includes('/features/')))
}

/** The names that a source file declares and exports. */
export function exportedNamesIn(file) {
  const declaration =
    /^export\s+(?:declare\s+|abstract\s+|async\s+)*(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/gm
  return [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name]) => name)
}
