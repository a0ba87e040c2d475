import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist-page',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: ['index.html', 'preview.html'] },
  },
})
