import { fileURLToPath } from 'node:url'
import { buildChunks } from '@sallyport/testing/bundle'

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
  const [chunk] = await buildChunks(code, kit, { isOneScript: true })
  if (chunk === undefined) throw new Error('The page has no script')
  return chunk.code.replaceAll('</script', '<\\/script')
}
