import { defineConfig, type Plugin } from 'vite'
import { bitcoinCopies } from './bitcoin-copies.js'
import { exitKit } from './exit-kit.js'
import { stretchCode } from './stretch-code.js'
import { withIntegrity } from './with-integrity.js'

const nodeCrypto = 'await import("crypto")'

/** Takes out the HPKE library's way to Node 18's WebCrypto, which a browser never goes and would load a chunk for. */
const withoutNodeCrypto: Plugin = {
  name: 'without-node-crypto',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/@hpke/') && code.includes(nodeCrypto)
      ? { code: code.replaceAll(nodeCrypto, '{}'), map: null }
      : undefined,
  generateBundle(_options, bundle) {
    const stray = Object.keys(bundle).find((name) => name.includes('browser-external'))
    if (stray) this.error(`A Node module is in the page: ${stray}`)
  },
}

// The page is served under a policy without inline code, `eval` or script URLs made at run time. The one exception is the
// map of hashes, which the policy knows by its own.
export default defineConfig({
  base: '/frame/',
  plugins: [bitcoinCopies, stretchCode, withoutNodeCrypto, withIntegrity(), exitKit()],
  build: {
    outDir: 'dist-page',
    target: 'es2022',
    // No polyfill and no helper that writes `<link>` elements: chunks are loaded by plain `import()`.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
})
