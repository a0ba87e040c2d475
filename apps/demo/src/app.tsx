import { SallyportProvider, useSallyport } from '@sallyport/react'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { type DemoConfig, localChain } from './demo-config.js'
import { type OwnLogin, useOwnLogin } from './own-login.js'
import { Rail } from './rail.js'
import { Section } from './section.js'
import { Account } from './sections/account.js'
import { SendEther } from './sections/send-ether.js'
import { SendSol } from './sections/send-sol.js'
import { SignMessage } from './sections/sign-message.js'
import { SignSolanaMessage } from './sections/sign-solana-message.js'
import { SignTypedData } from './sections/sign-typed-data.js'
import { UserObject } from './sections/user-object.js'
import { Wallets } from './sections/wallets.js'
import { readSettings } from './wallet-double/settings.js'
import { Welcome } from './welcome.js'

/* Not part of the first page's weight. */
const Bitcoin = lazy(async () => ({ default: (await import('./sections/bitcoin.js')).Bitcoin }))
const SmartWallet = lazy(async () => ({
  default: (await import('./sections/smart-wallet.js')).SmartWallet,
}))
const Delegation = lazy(async () => ({
  default: (await import('./sections/delegation.js')).Delegation,
}))
const Funding = lazy(async () => ({ default: (await import('./sections/funding.js')).Funding }))
const Methods = lazy(async () => ({ default: (await import('./methods/methods.js')).Methods }))

/** The demo: one provider, and a page before and after login. */
export function App({ config }: { config: DemoConfig }) {
  const chain = useMemo(() => localChain(config), [config])
  const ownLogin = useOwnLogin()
  return (
    <SallyportProvider
      appId={config.appId}
      apiUrl={config.authUrl}
      config={{
        appearance: { theme: 'system', landingHeader: 'Log in or sign up' },
        supportedChains: [chain],
        defaultChain: chain,
        // The sandbox's relay takes any id of this form.
        walletConnectCloudProjectId: '0123456789abcdef0123456789abcdef',
        externalWallets: {
          walletConnect: { relayUrl: config.relayUrl },
          // Without its double it would leave this machine.
          ...(readSettings().coinbase && { coinbaseWallet: {} }),
        },
        customAuth: ownLogin.customAuth,
        solanaClusters: [{ name: 'localnet', rpcUrl: config.solanaRpcUrl }],
        bitcoin: { network: 'regtest', esploraUrl: config.esploraUrl },
      }}
    >
      <Page config={config} ownLogin={ownLogin} />
    </SallyportProvider>
  )
}

function Page({ config, ownLogin }: { config: DemoConfig; ownLogin: OwnLogin }) {
  const { ready, authenticated, isModalOpen } = useSallyport()
  const path = window.location.pathname
  const main = useRef<HTMLElement>(null)
  const before = useRef<boolean | null>(null)
  // Login and logout remove the button that had focus, so focus moves to the new content.
  useEffect(() => {
    if (!ready || isModalOpen || before.current === authenticated) return
    const isFirst = before.current === null
    before.current = authenticated
    if (!isFirst && document.activeElement === document.body) main.current?.focus()
  }, [ready, authenticated, isModalOpen])
  return (
    <div className="page">
      <Rail config={config} signedIn={authenticated} ownLogin={ownLogin} />
      <main ref={main} tabIndex={-1}>
        {!ready ? (
          <Loading />
        ) : path.startsWith('/methods') ? (
          <Suspense fallback={<Loading />}>
            <Methods path={path} />
          </Suspense>
        ) : authenticated ? (
          <>
            <h1 className="spoken">Your wallets</h1>
            <Wallets config={config} />
            <Section id="sign" title="Sign" help="Free, no transaction">
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
            <Suspense fallback={<Loading />}>
              <Funding />
              <Delegation />
              <Bitcoin config={config} />
              <SmartWallet />
            </Suspense>
            <Account />
            <UserObject />
          </>
        ) : (
          <Welcome config={config} ownLogin={ownLogin} />
        )}
      </main>
    </div>
  )
}

function Loading() {
  return (
    <p className="loading" role="status">
      Loading
    </p>
  )
}
