import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const entry = fileURLToPath(new URL('./src/recovery/stretch-worker.ts', import.meta.url))

/**
 * Builds the worker that stretches passcodes into the text of a module. A worker's file would have no hash in the page's import map;
 * a text has that of the module it is in.
 */
export const stretchCode: Plugin = {
  name: 'stretch-code',
  async load(id) {
    if (!id.endsWith('/src/recovery/stretch-code.ts')) return undefined
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        modulePreload: false,
        target: 'es2022',
        rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
      },
    })
    if (!('output' in built)) throw new Error('one build was asked for')
    const [script, ...others] = built.output
    if (others.length > 0) throw new Error('The worker is more than one file')
    return `export const stretchCode = ${JSON.stringify(script.code.trim())}`
  },
}
