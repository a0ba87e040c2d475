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

/** A built page. */
export interface Bundle {
  /** The chunks that the page loads first. */
  first: Chunk[]
  /** Returns the chunks that contain a matching module, with everything they import. */
  holding(module: RegExp): Chunk[]
}

const entry = 'virtual-entry.js'

/**
 * Builds `code` like a page in production: minified, with React's production build.
 *
 * @param beside  Path of a file; imports of `code` are resolved from there.
 * @param how.isOneScript  Builds one chunk that runs as a classic script.
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
    // The test runner's NODE_ENV would bundle React's development build (twice the size) and file names in the JSX.
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
  if (!('output' in built)) throw new Error('Expected one build')
  return built.output.filter((each) => each.type === 'chunk')
}

/** Builds `code` ({@link buildChunks}) and sorts its chunks by when a page loads them. */
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

/** Returns code that imports `names` of `index` and nothing else. */
export function importing(names: string, index: string): string {
  return `import { ${names} } from ${JSON.stringify(index)}; globalThis.kept = [${names}]`
}

/** Returns the download size of the chunks: gzipped bytes. */
export function bytesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

/** Returns the paths of all modules in the chunks. */
export function modulesOf(chunks: readonly Chunk[]): string[] {
  return chunks.flatMap((each) => Object.keys(each.modules))
}
