import { SallyportProvider } from '@sallyport/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { App } from './app.js'
import { chain } from './chain.js'

// No connector needed: wagmi discovers the page's wallets by EIP-6963.
const config = createConfig({ chains: [chain], transports: { [chain.id]: http() } })
const queries = new QueryClient()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <SallyportProvider
      appId={import.meta.env.VITE_SALLYPORT_APP_ID}
      apiUrl={import.meta.env.VITE_SALLYPORT_URL}
      config={{ supportedChains: [chain], defaultChain: chain }}
    >
      <WagmiProvider config={config}>
        <QueryClientProvider client={queries}>
          <App />
        </QueryClientProvider>
      </WagmiProvider>
    </SallyportProvider>
  </StrictMode>,
)
