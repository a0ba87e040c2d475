import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Proxies the local chain to this origin.
const target = process.env.VITE_EVM_RPC_URL
const proxy = { '/rpc': { target, changeOrigin: true, rewrite: () => '/' } }

export default defineConfig({ plugins: [react()], server: { proxy }, preview: { proxy } })
