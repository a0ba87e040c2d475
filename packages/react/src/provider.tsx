import { type ReactNode, useEffect, useState } from 'react'
import type { SallyportConfig } from './config.js'
import { kitContext } from './context.js'
import { createKit, type Kit } from './kit.js'
import { offerWhenReady } from './load-wallets.js'
import { ModalSlot } from './modal/modal-slot.js'
import { watchFocus } from './modal/opener.js'

/** What the provider takes. `appId`, `clientId`, `apiUrl` and the chains of `config` are read once. */
export interface SallyportProviderProps {
  /** Exactly 25 characters, from the dashboard. */
  appId: string
  clientId?: string
  /** Origin of the Sallyport server. */
  apiUrl: string
  config?: SallyportConfig
  children?: ReactNode
}

const noConfig: SallyportConfig = {}

/**
 * Gives its children the hooks and draws the modal when one asks for it. Renders its children on a server as well.
 *
 * @throws ConfigError for an app id or server URL that cannot work.
 */
export function SallyportProvider(props: SallyportProviderProps) {
  const { config = noConfig, children } = props
  const [kit] = useState(() => begin(props))
  kit.setConfig(config)
  // After the first paint: reading the stored session takes a while, and the config is on its way meanwhile.
  useEffect(() => run(kit), [kit])
  return (
    <kitContext.Provider value={kit}>
      {children}
      <ModalSlot kit={kit} config={config} />
    </kitContext.Provider>
  )
}

/** A kit whose app config is on its way while React still renders: it is public, and asking for it changes nothing. */
function begin({ appId, clientId, apiUrl, config = noConfig }: SallyportProviderProps): Kit {
  const kit = createKit({ appId, apiUrl, ...(clientId === undefined ? {} : { clientId }) }, config)
  kit.client.preload()
  return kit
}

/** Starts the client and shows its wallets to the page's other libraries; gives the function that stops both. */
function run(kit: Kit): () => void {
  const { client } = kit
  const stops = [offerWhenReady(client), watchToken(kit), watchFocus(), catchUpWhenReady(kit)]
  void client.start().then(kit.resume)
  return () => {
    for (const stop of stops) stop()
    // Nobody is left to draw what is open.
    kit.modal.closeAll()
  }
}

/** A login that was cut short left terms or wallets owing: settled once the stored session is known to be good. */
function catchUpWhenReady(kit: Kit): () => void {
  const { client } = kit
  const stop = client.subscribe(() => {
    if (client.state.status !== 'ready') return
    stop()
    kit.catchUp()
  })
  return stop
}

/** Tells about every new access token once, a stored one when its user is known, and when there is none any more. */
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
