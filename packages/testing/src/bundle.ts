import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** One file of a bundle. */
export interface Chunk {
  code: string
  isEntry: boolean
  fileName: string
  imports: string[]
  /** The modules in it, by path. */
  modules: object
}

/** What became of a page's code. */
export interface Bundle {
  /** The chunks the page loads at first. */
  first: Chunk[]
  /** The chunks with a module of that path, and all they import. */
  holding(module: RegExp): Chunk[]
}

const entry = 'virtual-entry.js'

/**
 * What `code` becomes when it is built as a page is built for its visitors: minified, with React's production build.
 *
 * @param beside  path of a file: what `code` imports is looked for from there.
 * @param how.isOneScript  all in one chunk that runs as a classic script.
 */
export async function buildChunks(
  code: string,
  beside: string,
  { isOneScript = false } = {},
): Promise<Chunk[]> {
  const output = isOneScript ? ({ format: 'iife', codeSplitting: false } as const) : {}
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // The test runner's own NODE_ENV would bring React's development build, twice the size, and file names in the JSX.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? `${beside}.${entry}` : null),
        load: (id) => (id.endsWith(entry) ? code : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry, output } },
  })
  if (!('output' in built)) throw new Error('one build was asked for')
  return built.output.filter((each) => each.type === 'chunk')
}

/** Builds `code` ({@link buildChunks}) and tells its chunks by when a page loads them. */
export async function bundle(code: string, beside: string): Promise<Bundle> {
  const chunks = await buildChunks(code, beside)
  const closure = (isWanted: (chunk: Chunk) => boolean) => {
    const loaded = chunks.filter(isWanted)
    for (const chunk of loaded) {
      const more = chunks.filter((each) => chunk.imports.includes(each.fileName))
      loaded.push(...more.filter((each) => !loaded.includes(each)))
    }
    return loaded
  }
  return {
    first: closure((chunk) => chunk.isEntry),
    holding: (module) => closure((chunk) => modulesOf([chunk]).some((id) => module.test(id))),
  }
}

/** Code that keeps `names` of `index`, and nothing else. */
export function keeping(names: string, index: string): string {
  return `import { ${names} } from ${JSON.stringify(index)}; globalThis.kept = [${names}]`
}

/** What a visitor downloads for the chunks: compressed bytes. */
export function bytesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

/** The paths of all modules in the chunks. */
export function modulesOf(chunks: readonly Chunk[]): string[] {
  return chunks.flatMap((each) => Object.keys(each.modules))
}
