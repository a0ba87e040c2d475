import { SallyportProvider, useSallyport } from '@sallyport/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import './page.css'

function App() {
  const { ready, authenticated, user, login, signMessage } = useSallyport()
  const [signature, setSignature] = useState('')
  if (!ready) return <p>Loading</p>
  if (!authenticated) {
    return (
      <button type="button" onClick={() => login()}>
        Log in
      </button>
    )
  }
  const sign = async () =>
    setSignature((await signMessage({ message: 'Hello from a strict page' })).signature)
  return (
    <main>
      <output id="address">{user?.wallet?.address}</output>
      <button type="button" onClick={sign}>
        Sign message
      </button>
      <output id="signature">{signature}</output>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <SallyportProvider
    appId={import.meta.env.VITE_SALLYPORT_APP_ID}
    apiUrl={import.meta.env.VITE_SALLYPORT_URL}
  >
    <App />
  </SallyportProvider>,
)
