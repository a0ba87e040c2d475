import { SallyportProvider, useSallyport, useSendTransaction, useWallets } from '@sallyport/react'
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

// No JSX and no viem: what is in this file needs no further tool or library.
const chain = {
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:4403'] } },
}

function App() {
  const { authenticated, login } = useSallyport()
  const { wallets } = useWallets()
  const { sendTransaction } = useSendTransaction()
  const [result, setResult] = useState('')
  if (!authenticated) return h('button', { type: 'button', onClick: () => login() }, 'Log in')
  const address = wallets[0]?.address
  const send = () =>
    sendTransaction({ to: address, value: 1n }).then(
      ({ hash }) => setResult(hash),
      (error) => setResult(error.message),
    )
  return h('main', null, [
    h('p', { key: 'address', id: 'address' }, address),
    h('button', { key: 'send', type: 'button', onClick: send }, 'Send'),
    h('output', { key: 'result' }, result),
  ])
}

const config = {
  supportedChains: [chain],
  embeddedWallets: { createOnLogin: 'users-without-wallets' },
}
const props = { appId: 'your-app-id-25-characters', apiUrl: 'http://localhost:4400', config }
createRoot(document.getElementById('root')).render(h(SallyportProvider, props, h(App)))
