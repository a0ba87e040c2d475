import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { bitcoinCopies } from './bitcoin-copies.js'

const entry = fileURLToPath(new URL('./src/exit-kit/main.ts', import.meta.url))

/** Builds the page that opens backup files beside the frame's files, as one of them: it is in the manifest of the release. */
export function exitKit(): Plugin {
  return {
    name: 'exit-kit',
    async writeBundle({ dir = '' }) {
      mkdirSync(dir, { recursive: true })
      writeFileSync(join(dir, 'exit-kit.html'), await buildExitKit())
    },
  }
}

/** The page as one file, without anything that it would have to load. */
async function buildExitKit(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [bitcoinCopies],
    build: {
      write: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  })
  if (!('output' in built)) throw new Error('one build was asked for')
  const [script, ...others] = built.output
  if (others.length > 0) throw new Error('The exit kit is more than one file')
  return pageOf(script.code.trim())
}

function pageOf(code: string): string {
  // What would end the element, or begin another one.
  if (/<\/script|<!--/i.test(code)) throw new Error('The script of the exit kit can’t be inlined')
  const hash = createHash('sha256').update(code).digest('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'wasm-unsafe-eval'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${policy}" />
    <meta name="viewport" content="width=device-width" />
    <meta name="referrer" content="no-referrer" />
    <title>Open a wallet backup</title>
  </head>
  <body>
    <noscript>This page works in a browser with JavaScript. It sends nothing.</noscript>
    <script>${code}</script>
  </body>
</html>
`
}
