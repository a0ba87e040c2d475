import { SallyportProvider, useSallyport } from '@sallyport/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  const { ready, authenticated, login, logout, getAccessToken } = useSallyport()
  const [answer, setAnswer] = useState('')
  if (!ready) return <p>Loading</p>
  const ask = async () => {
    const token = await getAccessToken()
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await fetch('/api/me', { headers })
    setAnswer(`${response.status} ${await response.text()}`)
  }
  return (
    <main>
      <button type="button" onClick={() => (authenticated ? logout() : login())}>
        {authenticated ? 'Log out' : 'Log in'}
      </button>
      <button type="button" onClick={ask}>
        Ask the server who I am
      </button>
      <output id="answer">{answer}</output>
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
