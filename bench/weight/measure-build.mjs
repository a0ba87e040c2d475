import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * Builds the page in `app` for production as Vite does by default.
 *
 * @returns gzip bytes of what the page loads first, and of all JavaScript.
 */
export async function measureBuild(app, outDir) {
  await build({
    root: app,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define: { global: 'globalThis' },
    resolve: { dedupe: ['react', 'react-dom'] },
    build: { outDir, emptyOutDir: true, manifest: true, reportCompressedSize: false },
  })
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'))
  const first = new Set()
  const follow = (key) => {
    const chunk = manifest[key]
    if (first.has(chunk.file)) return
    first.add(chunk.file)
    for (const next of chunk.imports ?? []) follow(next)
  }
  follow(Object.keys(manifest).find((key) => manifest[key].isEntry))
  const weigh = (files) =>
    [...files]
      .filter((file) => file.endsWith('.js'))
      .reduce(
        (sum, file) => sum + gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length,
        0,
      )
  const all = readdirSync(outDir, { recursive: true }).map(String)
  return { initialKb: weigh(first) / 1000, totalKb: weigh(all) / 1000, files: first.size }
}
