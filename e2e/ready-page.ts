import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const kit = fileURLToPath(new URL('../packages/react/src/index.ts', import.meta.url))
const code = `
import { SallyportProvider, useSallyport } from ${JSON.stringify(kit)}
import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
const startedAt = performance.now()
function State() {
  const kit = useSallyport()
  useEffect(() => {
    window.kit = kit
    const { ready, status, reason } = kit
    if (ready) window.settled ??= { ready, status, reason, afterMs: performance.now() - startedAt }
  })
  return null
}
createRoot(document.getElementById('root')).render(
  createElement(SallyportProvider, window.settings, createElement(State)),
)`

/** A script that runs the kit on a page with `settings` and tells what `useSallyport` says, as `kit` and `settled`. */
export async function bundleReadyPage(): Promise<string> {
  const built = await build({
    root: fileURLToPath(new URL('../packages/react', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    // The runner's own NODE_ENV would have the JSX call React's development build.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === 'entry' ? `${kit}.entry.ts` : null),
        load: (id) => (id === `${kit}.entry.ts` ? code : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: 'entry', output: { format: 'iife', codeSplitting: false } },
    },
  })
  if (!('output' in built)) throw new Error('one build was asked for')
  const [chunk] = built.output
  return chunk.code.replaceAll('</script', '<\\/script')
}
