import { SallyportProvider, useSallyport } from '@sallyport/react'
import { useMemo } from 'react'
import { type DemoConfig, localChain } from './demo-config.js'
import { Rail } from './rail.js'
import { Section } from './section.js'
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
          <p className="loading" role="status">
            Loading
          </p>
        ) : authenticated ? (
          <>
            <Wallets config={config} />
            <Section id="sign" title="Sign" help="Costs nothing and moves nothing">
              <div className="pair">
                <SignMessage />
                <SignTypedData />
                <SignSolanaMessage />
              </div>
            </Section>
            <Section id="send" title="Send" help="Real transactions on the local chains">
              <div className="pair">
                <SendEther />
                <SendSol config={config} />
              </div>
            </Section>
            <UserObject />
          </>
        ) : (
          <Welcome config={config} />
        )}
      </main>
    </div>
  )
}
