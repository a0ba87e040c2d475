import { startReported } from '@sallyport/contract'
import {
  analytics,
  type ConfirmRequests,
  ethereum,
  type SallyportClient,
  solana,
  type WalletAccount,
  wallet,
  watchSession,
} from '@sallyport/core'
import { wasPaying } from './features/funding/shown-order.js'
import type { Kit } from './kit.js'
import { confirmRequests } from './modal/confirm-requests.js'
import { withHeadStart } from './modal/head-start.js'
import type { ModalQueue } from './modal/modal-queue.js'
import { connectWallet } from './open-wallet.js'

export { ethereum, solana, wallet } from '@sallyport/core'
export * as requests from './wallet-requests.js'

/** Confirms requests in the modal, with a head start for a wallet that has to be opened first. */
export function confirming(client: SallyportClient, modal: ModalQueue): ConfirmRequests {
  return withHeadStart(confirmRequests(modal.open), {
    isConnected: (address) => wallet.isConnected(client, address),
    connect: (address) => connectWallet(client, { address }),
    wait: (ms) => client.environment.clock.wait(ms),
  })
}

/**
 * Shows the payment that this tab was reloaded in. Announces the client's wallets to other libraries on the page, asks about
 * the session when the user comes back to it, and offers to add money to new wallets where the app wants it; returns the
 * function that stops these.
 */
export function offer(kit: Kit): () => void {
  const { client } = kit
  if (wasPaying()) void import('./funding-calls.js').then((it) => it.resumeFunding(kit))
  const stops = [ethereum.announce(client), solana.register(client), watchSession(client)]
  wallet.onCreated(client, (made) => {
    for (const { chainType } of made)
      analytics.record(client, 'embedded_wallet_created', { chainType })
    offerFunding(kit, made)
  })
  recordStart(kit)
  return () => {
    wallet.onCreated(client, null)
    for (const stop of stops) stop()
  }
}

/** Reports the start of a page to the app's server, once for each `config` (wire reference §16). */
function recordStart({ client, config }: Kit): void {
  const { storage, appId } = client.environment
  const digest = digestOf(Object.keys(config()).sort().join())
  const key = startReported(appId, digest)
  if (storage.get(key) !== null) return
  storage.set(key, 't')
  analytics.record(client, 'sdk_initialize', { config: digest })
}

/** A short name of a text (FNV-1a), for comparing only. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash.toString(16)
}

function offerFunding(kit: Kit, made: readonly WalletAccount[]): void {
  const { config } = kit.client.state
  if (config?.funding_config?.prompt_funding_on_wallet_creation !== true) return
  // Out of reach, the account sheet and the app's own button still open the screens.
  void import('./funding-calls.js').then(
    (it) => it.fundNewWallet(kit, made),
    () => undefined,
  )
}
