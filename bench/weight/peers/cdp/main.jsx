import { CDPReactProvider } from '@coinbase/cdp-react'
import { AuthButton } from '@coinbase/cdp-react/components/AuthButton'
import { createRoot } from 'react-dom/client'

const config = {
  projectId: '00000000-0000-4000-8000-000000000000',
  appName: 'Bench',
  disableAnalytics: true,
  ethereum: { createOnLogin: 'eoa' },
}
createRoot(document.getElementById('root')).render(
  <CDPReactProvider config={config}>
    <AuthButton />
  </CDPReactProvider>,
)
