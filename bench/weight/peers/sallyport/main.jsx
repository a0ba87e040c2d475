import { SallyportProvider, useSallyport } from '@sallyport/react'
import { createRoot } from 'react-dom/client'

function Login() {
  const { ready, login } = useSallyport()
  return (
    <button type="button" id="login" disabled={!ready} onClick={() => login()}>
      Log in
    </button>
  )
}
const config = {
  loginMethods: ['email'],
  embeddedWallets: { createOnLogin: 'users-without-wallets' },
}
createRoot(document.getElementById('root')).render(
  <SallyportProvider
    appId="cmaaaaaaaaaaaaaaaaaaaaaaa"
    apiUrl="https://auth.example"
    config={config}
  >
    <Login />
  </SallyportProvider>,
)
