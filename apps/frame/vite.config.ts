import { defineConfig } from 'vite'

// The page is served under a policy without inline code, `eval` or script URLs made at run time.
export default defineConfig({
  base: '/frame/',
  build: {
    outDir: 'dist-page',
    target: 'es2022',
    // No polyfill and no helper that writes `<link>` elements: chunks are loaded by plain `import()`.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
})
