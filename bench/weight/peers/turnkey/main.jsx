import { TurnkeyProvider, useTurnkey } from '@turnkey/react-wallet-kit'
import '@turnkey/react-wallet-kit/styles.css'
import { createRoot } from 'react-dom/client'

function Login() {
  const { handleLogin, clientState } = useTurnkey()
  return (
    <button
      type="button"
      id="login"
      disabled={clientState !== 'ready'}
      onClick={() => handleLogin()}
    >
      Log in
    </button>
  )
}
const id = '00000000-0000-4000-8000-000000000000'
const config = {
  organizationId: id,
  authProxyConfigId: id,
  auth: { methods: { emailOtpAuthEnabled: true } },
}
createRoot(document.getElementById('root')).render(
  <TurnkeyProvider config={config}>
    <Login />
  </TurnkeyProvider>,
)
