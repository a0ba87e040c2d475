/** One file for each process under test, of the built server and signer: starting from many files takes three times as long. */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('../../node_modules/.cache/sallyport-faults', import.meta.url))

/** Builds the processes' files and gives the folder they are in. */
export async function bundle() {
  rmSync(outDir, { recursive: true, force: true })
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
