import { oauthParameters } from '@sallyport/contract'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { SallyportConfig } from './config.js'
import { kitContext } from './context.js'
import { createKit, type Kit } from './kit.js'
import { offerWhenReady } from './load-wallets.js'
import { ModalSlot } from './modal/modal-slot.js'
import { watchFocus } from './modal/opener.js'
import { setMountedClient } from './outside-react.js'

/** Props of the provider. `appId`, `clientId`, `apiUrl` and the chains of `config` are read once. */
export interface SallyportProviderProps {
  /** Exactly 25 characters, from the dashboard. */
  appId: string
  /** One of the app's clients, where it has several. */
  clientId?: string
  /** Origin of the Sallyport server. */
  apiUrl: string
  /** Look, methods, chains and wallets: below. */
  config?: SallyportConfig
  /** What may use the hooks. */
  children?: ReactNode
}

// What follows from a `config`, loaded by apps that give one. Out of reach, logins work all the same.
const LateConfig = lazy(() =>
  import('./late-config.js').catch(() => ({ default: () => null }) as never),
)

const noConfig: SallyportConfig = {}

/**
 * Lets its children use the hooks, and draws the modal when one of them opens it. Also renders on a server. An app id or server
 * URL that cannot work is told to the developer in the console, and to users on the modal's first screen.
 *
 * @throws ConfigError for settings that hold a secret, and as `requireConfig`.
 */
export function SallyportProvider(props: SallyportProviderProps) {
  const { config = noConfig, children } = props
  const [kit] = useState(() => createPreloadedKit(props))
  kit.setConfig(config)
  // Starts after the first paint, since reading the stored session takes time. The config is already loading.
  useEffect(() => startKit(kit), [kit])
  return (
    <kitContext.Provider value={kit}>
      {children}
      <ModalSlot kit={kit} config={config} />
      {config !== noConfig && (
        <Suspense>
          <LateConfig config={config} />
        </Suspense>
      )}
    </kitContext.Provider>
  )
}

/** Creates a kit that loads the app's config while React still renders. The config is public, and loading it has no side effects. */
function createPreloadedKit({
  appId,
  clientId,
  apiUrl,
  config = noConfig,
}: SallyportProviderProps): Kit {
  const kit = createKit({ appId, apiUrl, ...(clientId === undefined ? {} : { clientId }) }, config)
  kit.client.preload()
  return kit
}

/** Starts the client and announces its wallets to other libraries on the page; returns the function that stops both. */
function startKit(kit: Kit): () => void {
  const { client } = kit
  const stops = [offerWhenReady(kit), watchToken(kit), watchFocus(), catchUpWhenReady(kit)]
  setMountedClient(client)
  // The answer of an OAuth provider completes the login that asked for it.
  const answered =
    hasOAuthReturn() && import('./oauth-return.js').then((code) => code.takeOAuthReturn(kit))
  const started = client.start().then(async () => {
    const complete = answered && (await answered.catch(() => null))
    if (complete) complete()
    else kit.resume()
  })
  // A page that Telegram, another app or a wallet's app has opened.
  if (/tgWebAppData=|auth_date=|#sallyport-|_wallet_client=/.test(location.href)) {
    void import('./take-address.js').then((it) => it.takeAddress(kit, started))
  }
  return () => {
    for (const stop of stops) stop()
    setMountedClient(null)
    // The component that draws the open runs is gone.
    kit.modal.closeAll()
  }
}

/** Whether this page was loaded with the answer of an OAuth provider. */
function hasOAuthReturn(): boolean {
  return location.search.includes(`${oauthParameters.code}=`)
}

/** Completes an interrupted login (terms, wallets) once the server has confirmed the stored session. */
function catchUpWhenReady(kit: Kit): () => void {
  const { client } = kit
  const stop = client.subscribe(() => {
    if (client.state.status !== 'ready') return
    stop()
    kit.catchUp()
  })
  return stop
}

/** Emits each new access token once (a stored one when its user is known), and its removal. */
function watchToken({ client, events }: Kit): () => void {
  const { tokens } = client.session
  let before: string | null = null
  return client.subscribe(() => {
    const now = client.state.user ? tokens.access() : null
    if (now === before) return
    before = now
    events.emit('accessToken', (each) => {
      if (now === null) each.onAccessTokenRemoved?.()
      else each.onAccessTokenGranted?.({ accessToken: now })
    })
  })
}
