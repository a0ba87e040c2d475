import type { FramePageConfig } from '@sallyport/contract'
import {
  authOrigin,
  createKitWithVault,
  storeSettings,
  type TestKit,
  type TestVault,
  walletCookieOf,
} from '@sallyport/testing'
import { readPageTokens } from './page-tokens.js'

/** The real API with the real vault, as the frame's page reaches them. */
export interface RealServer {
  kit: TestKit
  vault: TestVault
  /** What the server writes into the frame's page. */
  page: Pick<FramePageConfig, 'appId' | 'apiPublicKey' | 'vaultPublicKey' | 'tokens'>
  /** Sends a call as the browser that logged in would from the frame's page. */
  fetch: typeof fetch
  close(): Promise<void>
}

/** Starts the API and the vault for a test file; `close` stops them. */
export async function startRealServer(
  ...given: Parameters<typeof createKitWithVault>
): Promise<RealServer> {
  const { kit, vault, close } = await createKitWithVault(...given)
  const { appId, apiPublicKey } = kit
  const tokens = await readPageTokens(kit)
  return {
    kit,
    vault,
    page: { appId, apiPublicKey, vaultPublicKey: vault.publicKey, tokens },
    fetch: async (url, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers))
      const answer = await kit.server.inject({
        method: 'POST',
        url: new URL(String(url)).pathname,
        headers: { ...headers, origin: authOrigin, ...walletCookieOf(headers.authorization) },
        payload: String(init?.body),
      })
      return new Response(answer.payload, { status: answer.statusCode })
    },
    close,
  }
}

/** Lets the app's users choose among these recovery methods of their own, or has them choose one. */
export async function offerRecovery(
  kit: TestKit,
  options: readonly string[],
  isRequired = false,
): Promise<void> {
  const embedded_wallet_config = {
    create_on_login: 'off',
    user_owned_recovery_options: options,
    require_user_owned_recovery_on_create: isRequired,
    require_user_password_on_create: false,
  }
  await storeSettings(kit, { appId: kit.appId, settings: { embedded_wallet_config } })
}
