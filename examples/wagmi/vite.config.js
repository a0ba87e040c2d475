import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The local chain answers no page but the demo's: this one reaches it through its own origin.
const target = process.env.VITE_EVM_RPC_URL
const proxy = { '/rpc': { target, changeOrigin: true, rewrite: () => '/' } }

export default defineConfig({ plugins: [react()], server: { proxy }, preview: { proxy } })
