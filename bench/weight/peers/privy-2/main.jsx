import { PrivyProvider, usePrivy } from '@privy-io/react-auth'
import { createRoot } from 'react-dom/client'

function Login() {
  const { ready, login } = usePrivy()
  return (
    <button type="button" id="login" disabled={!ready} onClick={() => login()}>
      Log in
    </button>
  )
}
const config = {
  loginMethods: ['email'],
  embeddedWallets: { ethereum: { createOnLogin: 'users-without-wallets' } },
}
createRoot(document.getElementById('root')).render(
  <PrivyProvider appId="cmaaaaaaaaaaaaaaaaaaaaaaa" config={config}>
    <Login />
  </PrivyProvider>,
)
