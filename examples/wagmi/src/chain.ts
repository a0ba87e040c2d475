import { defineChain } from 'viem'

/** The local chain of `npm start`, by way of `vite.config.js`; take one of `viem/chains` in your app. */
export const chain = defineChain({
  id: 31337,
  name: 'Local Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`${location.origin}/rpc`] } },
})
