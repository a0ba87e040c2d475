import type { FramePageConfig } from '@sallyport/contract'
import { createCallSender } from '../api/call-route.js'
import { createCallWithGrant } from '../api/call-with-grant.js'
import { createRegisterKey, type RegisterKey } from '../api/register-key.js'
import { base64urlToBytes } from '../base64.js'
import type { DeviceStore } from '../device/device-record.js'
import { lazyStore } from '../device/open-store.js'
import type { GrantStore, WalletGrants } from '../device/wallet-grants.js'
import { createFactorTokens } from '../factor/factor-tokens.js'
import { createFactors, type Factors } from '../factor/factors.js'
import type { WalletContext } from './context.js'
import { createRunExclusive } from './run-exclusive.js'

/** What wallets touch outside the page they are in. */
export interface WalletOutside {
  config: Pick<
    FramePageConfig,
    'appId' | 'vaultPublicKey' | 'delegateKey' | 'apiPublicKey' | 'storageSimulator'
  >
  /** The page's own origin, where the API is. */
  origin: string
  fetch: typeof fetch
  webCrypto: Crypto
  /** Called once, at the first request that needs a record. */
  openStore: () => Promise<DeviceStore>
  /** Where grants are kept for browsers that keep no cookies. */
  grantStore: GrantStore
  /** Web Locks, where the browser has them. */
  locks: LockManager | undefined
  clock: { nowMs(): number }
  /** This device's time, in milliseconds since 1970. */
  wallClock: () => number
}

/** A page's access to wallets: its calls carry what this browser proved by its login and by second factors. */
interface WalletAccess {
  context: WalletContext
  factors: Factors
  loadGrants: () => Promise<WalletGrants>
  registerKey: RegisterKey
}

/** Binds the wallets of one app to what is outside the page. Calls nothing yet. */
export function openAccess(outside: WalletOutside): WalletAccess {
  const { config, origin, fetch, webCrypto } = outside
  const { appId } = config
  let grants: Promise<WalletGrants> | undefined
  const loadGrants = () => {
    grants ??= import('../device/wallet-grants.js').then(({ createWalletGrants }) =>
      createWalletGrants({ appId, webCrypto, store: outside.grantStore }),
    )
    return grants
  }
  const factorTokens = createFactorTokens(appId, outside.clock)
  const send = createCallSender({ fetch, origin, appId, factorOf: factorTokens.of })
  const hasGrants = outside.grantStore.isUsed
  const call = createCallWithGrant(send, { loadGrants, hasGrants })
  const context = {
    appId,
    vaultPublicKey: base64urlToBytes(config.vaultPublicKey),
    delegateKey:
      config.delegateKey === undefined ? undefined : base64urlToBytes(config.delegateKey),
    apiPublicKey: base64urlToBytes(config.apiPublicKey),
    call,
    webCrypto,
    storages: { fetch, simulator: config.storageSimulator },
    openStore: lazyStore(outside.openStore),
    runExclusive: createRunExclusive(outside.locks),
    nowMs: outside.wallClock,
  }
  const factors = createFactors(call, factorTokens)
  return { context, factors, loadGrants, registerKey: createRegisterKey(send) }
}
