import { defineChain } from 'viem'

/** The local chain of `npm start`, proxied by `vite.config.js`. In your app, import one from `viem/chains`. */
export const chain = defineChain({
  id: 31337,
  name: 'Local Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`${location.origin}/rpc`] } },
})
