/** One file for each process under test, of the built server, vault and signer: starting from many files takes three times as long. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** Builds the processes' files and gives the folder they are in, which goes with this process. */
export async function bundle() {
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'faults-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  for (const name of ['server', 'signer']) {
    await build({
      configFile: false,
      root,
      logLevel: 'silent',
      ssr: { noExternal: true, external: ['pg-native'] },
      build: {
        ssr: `inside/${name}-process.mjs`,
        outDir,
        emptyOutDir: false,
        target: 'node20',
        minify: true,
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: `${name}.mjs` } },
      },
    })
  }
  return outDir
}
