import { SallyportProvider, useSallyport } from '@sallyport/react'
import { getBase58Decoder } from '@solana/kit'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { transfer } from './send.js'
import { type Connected, useWallet } from './use-wallet.js'

const chain = 'solana:localnet'
const rpcUrl: string = import.meta.env.VITE_SOLANA_RPC_URL

/** Login by Sallyport; everything about the wallet by the Wallet Standard and kit. */
function App() {
  const { ready, authenticated, login, logout } = useSallyport()
  const wallet = useWallet(chain)
  if (!ready) return <p>Loading</p>
  if (!authenticated) {
    return (
      <>
        <button type="button" onClick={() => login()}>
          Log in
        </button>
        <output id="found">{wallet ? 'a wallet' : 'no wallet'}</output>
      </>
    )
  }
  return (
    <main>
      <button type="button" onClick={() => logout()}>
        Log out
      </button>
      {wallet && <Wallet wallet={wallet} />}
    </main>
  )
}

function Wallet({ wallet }: { wallet: Connected }) {
  const [signature, setSignature] = useState('')
  const [hash, setHash] = useState('')
  const sign = async () => {
    const message = new TextEncoder().encode('Hello from kit')
    const { signMessage } = wallet.features['solana:signMessage']
    const [output] = await signMessage({ account: wallet.account, message })
    if (output) setSignature(getBase58Decoder().decode(output.signature))
  }
  const to = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
  const send = async () =>
    setHash(await transfer(wallet, { to, amount: 250_000_000n, rpcUrl, chain }))
  return (
    <>
      <output id="address">{wallet.account.address}</output>
      <button type="button" onClick={sign}>
        Sign message
      </button>
      <output id="signature">{signature}</output>
      <button type="button" onClick={send}>
        Send SOL
      </button>
      <output id="hash">{hash}</output>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <SallyportProvider
      appId={import.meta.env.VITE_SALLYPORT_APP_ID}
      apiUrl={import.meta.env.VITE_SALLYPORT_URL}
      config={{ solanaClusters: [{ name: 'localnet', rpcUrl }] }}
    >
      <App />
    </SallyportProvider>
  </StrictMode>,
)
