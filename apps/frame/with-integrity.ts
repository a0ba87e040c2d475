import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Names the hash of every script in the page, so that a browser does not run one that was changed where it is kept or on
 * its way (SUP-03). The import map says it of scripts that are imported, at once or later (HTML Standard, import maps,
 * `integrity`); the first script says it itself, which older browsers heed as well.
 */
export function withIntegrity(): Plugin {
  let base = '/'
  return {
    name: 'with-integrity',
    configResolved(config) {
      base = config.base
    },
    // The files as they were written: nothing changes them after this.
    writeBundle({ dir = '' }, bundle) {
      const scripts = Object.keys(bundle).filter((file) => file.endsWith('.js'))
      const integrity = Object.fromEntries(
        scripts.sort().map((file) => [base + file, hashOf(readFileSync(join(dir, file)))]),
      )
      const page = join(dir, 'index.html')
      writeFileSync(page, nameHashes(readFileSync(page, 'utf8'), integrity))
    },
  }
}

const hashOf = (bytes: Uint8Array) =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`

function nameHashes(html: string, integrity: Record<string, string>): string {
  const first = /<script type="module" crossorigin src="([^"]+)">/
  const named = html.replace(first, (tag, source: string) => {
    const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`
    return `${map}\n    ${tag.replace('>', ` integrity="${integrity[source]}">`)}`
  })
  const count = named.match(/integrity="sha256-/g)?.length
  if (count !== 1) throw new Error('The page has another first script than this expects')
  return named
}
