import { join, relative } from 'node:path'
import { build } from 'vite'

/** What a bundler keeps of `import 'name'`: nothing, when the package has no side effects; undefined then. */
export async function unused(folder, name) {
  const [entry] = await bundle(folder, `import '${name}'`)
  return entry.code.trim() === '' ? undefined : `${entry.code.length} characters`
}

/** Modules of our packages, as `react/context`, that the first load of `code` (one named import) executes. */
export async function usedModules(folder, code) {
  const names = /\{(.*)\}/.exec(code)?.[1]
  const chunks = await bundle(folder, `${code}; globalThis.kept = [${names}]`)
  const loaded = chunks.filter((each) => each.isEntry)
  for (const chunk of loaded)
    loaded.push(
      ...chunks.filter((each) => chunk.imports.includes(each.fileName) && !loaded.includes(each)),
    )
  return loaded
    .flatMap((each) => Object.entries(each.modules))
    .filter(([id, { renderedLength }]) => renderedLength > 0 && id.includes('/@sallyport/'))
    .map(([id]) => relative(join(folder, 'node_modules', '@sallyport'), id))
    .map((path) => path.replace('/dist/', '/').replace(/\.js$/, ''))
    .filter((path) => !path.endsWith('/index'))
}

async function bundle(folder, code) {
  const entry = '\0entry'
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === 'entry' ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
      {
        // The entry has no folder of its own to resolve from.
        name: 'from-folder',
        enforce: 'pre',
        async resolveId(id, importer) {
          if (importer !== entry) return null
          return this.resolve(id, join(folder, 'entry.js'), { skipSelf: true })
        },
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: 'entry', external: /^react(-dom)?(\/|$)/ },
    },
  })
  return built.output.filter((each) => each.type === 'chunk')
}
