import { defineChain } from 'viem'

/** The local chain of `npm start`; take one of `viem/chains` in your app. */
export const chain = defineChain({
  id: 31337,
  name: 'Local Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [import.meta.env.VITE_EVM_RPC_URL] } },
})
