import { SallyportProvider, useCrossAppAccounts, useLogin, useSallyport } from '@sallyport/react'
import { useMemo } from 'react'
import { type DemoConfig, localChain } from '../demo-config.js'
import { Logo } from '../icon.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'
import { OtherWallets } from './other-wallets.js'

/** The configuration of the second demo, with the app whose wallets its users bring along. */
type SecondConfig = DemoConfig & { providerAppId: string }

/** The second demo: an app of its own, whose users bring the wallets of the first one along. */
export function SecondApp({ config }: { config: SecondConfig }) {
  const { appId, authUrl, providerAppId } = config
  const chain = useMemo(() => localChain(config), [config])
  return (
    <SallyportProvider
      appId={appId}
      apiUrl={authUrl}
      config={{
        appearance: { theme: 'system' },
        embeddedWallets: { createOnLogin: 'off' },
        loginMethods: ['email', 'guest', `privy:${providerAppId}`],
        supportedChains: [chain],
        defaultChain: chain,
      }}
    >
      <title>Second demo</title>
      <main>
        <Page providerAppId={providerAppId} />
      </main>
    </SallyportProvider>
  )
}

function Page({ providerAppId }: { providerAppId: string }) {
  const { ready, authenticated, user, logout, openAccount } = useSallyport()
  if (!ready) return <p role="status">Loading</p>
  if (!authenticated) return <Welcome providerAppId={providerAppId} />
  return (
    <>
      <h1>Second demo</h1>
      <p>Logged in as {user?.email?.address ?? 'a user of another app'}</p>
      <OtherWallets providerAppId={providerAppId} />
      <div className="row">
        <button type="button" onClick={openAccount}>
          Account
        </button>
        <button type="button" onClick={() => logout()}>
          Log out
        </button>
      </div>
    </>
  )
}

function Welcome({ providerAppId }: { providerAppId: string }) {
  const { login } = useLogin()
  const { loginWithCrossAppAccount } = useCrossAppAccounts()
  const enter = useAction(() => loginWithCrossAppAccount({ appId: providerAppId }))
  return (
    <section className="hero">
      <Logo />
      <h1>Second demo</h1>
      <p>
        An app of its own. Log in with your account of the first demo and use your wallet there.
      </p>
      <div className="row">
        <button type="button" className="primary" disabled={enter.busy} onClick={() => enter.run()}>
          Log in with the first demo
        </button>
        <button type="button" onClick={() => login()}>
          Other ways to log in
        </button>
      </div>
      <Result action={enter} />
    </section>
  )
}
