const marker = 'node_modules/'

/** The package's name in a path of the lock file; of a workspace, its path. */
export function nameIn(path) {
  return path.split(marker).at(-1)
}

/**
 * The packages that entries of the lock file depend on and that it does not hold. Optional ones are binaries for other
 * systems, which npm leaves out when it writes the file beside an installation.
 *
 * @returns {{ of: string, name: string, version: string, isOptional: boolean }[]}
 */
export function lacksOf(lock) {
  const lacks = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.entries({
      ...entry.dependencies,
      ...entry.devDependencies,
      ...entry.optionalDependencies,
    })
      .filter(([name]) => !foldersAbove(path).some((folder) => lock.packages[folder + name]))
      .map(([name, version]) => {
        const isOptional = entry.optionalDependencies?.[name] !== undefined
        return { of: path, name, version, isOptional }
      }),
  )
  return [...new Map(lacks.map((each) => [each.name, each])).values()]
}

/** The paths of packages that come from the registry and have no hash: npm would install any content. */
export function unhashedIn(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes(marker) && !entry.link && !entry.integrity)
    .map(([path]) => path)
}

/* Where Node looks for a package that the one at `path` asks for. */
function foldersAbove(path) {
  const parts = path === '' ? [] : path.split('/')
  return Array.from({ length: parts.length + 1 }, (_, count) =>
    parts.slice(0, parts.length - count),
  )
    .filter((above) => above.at(-1) !== 'node_modules')
    .map((above) => [...above, 'node_modules', ''].join('/'))
}
