import { SallyportProvider, useSallyport } from '@sallyport/react'
import { useMemo } from 'react'
import { type DemoConfig, localChain } from './demo-config.js'
import { Rail } from './rail.js'
import { SendEther } from './sections/send-ether.js'
import { SendSol } from './sections/send-sol.js'
import { SignMessage } from './sections/sign-message.js'
import { SignSolanaMessage } from './sections/sign-solana-message.js'
import { SignTypedData } from './sections/sign-typed-data.js'
import { UserObject } from './sections/user-object.js'
import { Wallets } from './sections/wallets.js'
import { Welcome } from './welcome.js'

/** The whole demo: one provider, then a page before and a page after login. */
export function App({ config }: { config: DemoConfig }) {
  const chain = useMemo(() => localChain(config), [config])
  return (
    <SallyportProvider
      appId={config.appId}
      apiUrl={config.authUrl}
      config={{
        appearance: { theme: 'system', landingHeader: 'Log in or sign up' },
        supportedChains: [chain],
        defaultChain: chain,
        solanaClusters: [{ name: 'localnet', rpcUrl: config.solanaRpcUrl }],
      }}
    >
      <Page config={config} />
    </SallyportProvider>
  )
}

function Page({ config }: { config: DemoConfig }) {
  const { ready, authenticated } = useSallyport()
  return (
    <div className="page">
      <Rail config={config} signedIn={authenticated} />
      <main>
        {!ready ? (
          <p className="help" role="status">
            Loading
          </p>
        ) : authenticated ? (
          <>
            <Wallets config={config} />
            <section className="card" id="sign" aria-labelledby="sign-title">
              <h2 id="sign-title">Sign</h2>
              <div className="pair">
                <SignMessage />
                <SignTypedData />
                <SignSolanaMessage />
              </div>
            </section>
            <section className="card" id="send" aria-labelledby="send-title">
              <h2 id="send-title">Send</h2>
              <div className="pair">
                <SendEther />
                <SendSol config={config} />
              </div>
            </section>
            <UserObject />
          </>
        ) : (
          <Welcome config={config} />
        )}
      </main>
    </div>
  )
}
