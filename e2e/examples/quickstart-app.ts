import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dev } from '../person.js'
import { outsideFolder } from './install.js'
import { root } from './root.js'

/** What `npm create vite@latest -- --template react-ts` writes, as far as it matters here. */
const template: Record<string, string> = {
  'index.html':
    '<!doctype html><html lang="en"><head><title>App</title><link rel="icon" href="data:," /></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>',
  'vite.config.ts':
    "import react from '@vitejs/plugin-react'\nimport { defineConfig } from 'vite'\nexport default defineConfig({ plugins: [react()] })\n",
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['ES2023', 'DOM'],
      module: 'esnext',
      types: ['vite/client'],
      allowArbitraryExtensions: true,
      skipLibCheck: true,
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      moduleDetection: 'force',
      noEmit: true,
      jsx: 'react-jsx',
      noUnusedLocals: true,
      noUnusedParameters: true,
      erasableSyntaxOnly: true,
      noFallthroughCasesInSwitch: true,
    },
    include: ['src'],
  }),
}
const basic = { '@sallyport/react': '0.1.0', react: '19.3.1', 'react-dom': '19.3.1' }
const devDependencies = {
  '@types/react': '19.3.0',
  '@types/react-dom': '19.3.0',
  '@vitejs/plugin-react': '6.3.0',
  typescript: '7.0.2',
  vite: '8.3.8',
}

/** The code blocks of a page of the docs that name a file, by that name. */
export function filesIn(page: string): Record<string, string> {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/^```\w+ (\S+\.\w+)\n([\s\S]*?)^```/gm)]
  return Object.fromEntries(blocks.map(([, name, code]) => [name ?? '', code ?? '']))
}

/**
 * Writes a fresh Vite app of the files that a page of the docs shows, with nothing changed but the app id and the URLs of
 * the stack under test. Gives its folder.
 *
 * @param tools Its devDependencies. Default: those of the template.
 */
export function writeAppFrom(
  page: string,
  dependencies: Record<string, string>,
  { tools = devDependencies }: { tools?: Record<string, string> } = {},
): string {
  const folder = outsideFolder('quickstart-source')
  const manifest = {
    name: 'my-app',
    private: true,
    type: 'module',
    scripts: { build: 'tsc --noEmit && vite build' },
    dependencies: { ...basic, ...dependencies },
    devDependencies: tools,
  }
  const files = { ...template, ...filesIn(page), 'package.json': JSON.stringify(manifest) }
  for (const [name, code] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), withStack(code))
  }
  return folder
}

/** Code of the docs with the app id and the URLs of the stack under test. */
export function withStack(code: string): string {
  return code
    .replaceAll('your-app-id-25-characters', dev.appId)
    .replaceAll('http://localhost:4400', dev.authUrl)
    .replaceAll('http://localhost:4403', dev.evmRpcUrl)
    .replaceAll('http://localhost:4404', dev.solanaRpcUrl)
}
