import type { ClientOptions } from '@sallyport/core'
import { email, ethereum, externalWallet } from '@sallyport/core'
import { keepOrder } from '../features/funding/order-store.js'
import type { LoginMethodEntry } from '../flow/login-method.js'
import { loadWallets } from '../load-wallets.js'
import { loginMethods } from '../login-methods.js'
import { recentMethod } from '../recent-method.js'
import { loadLaterScreens } from '../registry.js'
import { loadGlyphs } from '../ui/use-glyph.js'
import { refuse } from './answers.js'
import { fakeConnector } from './external-wallets.js'
import type { DrawWalletPage } from './fake-frame-host.js'
import { createFakeKit, type FakeKit } from './fake-kit.js'
import { transfer, walletAccounts } from './samples.js'
import type { Scene } from './scene.js'

/**
 * The fake kit of a scene: logged in where its data is about a login or a wallet request, with the wallets it does not
 * still owe. Everything that a page loads late is there, so that a scene does not depend on how long that takes.
 */
export async function createSceneKit(given: {
  scene: Pick<
    Scene,
    | 'answers'
    | 'config'
    | 'lastMethod'
    | 'lastAddress'
    | 'accounts'
    | 'factors'
    | 'wallets'
    | 'connected'
    | 'orders'
  > & {
    data: object
  }
  clock: NonNullable<ClientOptions['clock']>
  drawWalletPage?: DrawWalletPage
}): Promise<FakeKit> {
  const { scene, clock, drawWalletPage } = given
  const { data, answers = {}, config = {}, lastMethod, lastAddress } = scene
  await loadLateParts(clock)
  const fake = createFakeKit({ answers, clock, config, drawWalletPage })
  if (lastMethod !== undefined) recentMethod(fake.kit.client).set(lastMethod)
  if (lastAddress !== undefined) recentMethod(fake.kit.client).setAddress(lastAddress)
  if (scene.accounts !== undefined) fake.logIn(scene.accounts, scene.factors)
  else if ('job' in data || 'login' in data) fake.logIn('chains' in data ? [] : walletAccounts)
  await offerWallets(fake, scene)
  for (const order of scene.orders ?? []) keepOrder(fake.kit.client, order)
  return fake
}

/** Puts the scene's external wallets on the page, and connects some. */
async function offerWallets(
  { kit }: FakeKit,
  { wallets = [], connected = [] }: Pick<Scene, 'wallets' | 'connected'>,
): Promise<void> {
  const externals = externalWallet.externalWalletsOf(kit.client)
  for (const wallet of wallets) externals.offer(fakeConnector(wallet))
  for (const wallet of connected) await externals.connect(fakeConnector(wallet))
}

let loading: Promise<unknown> | null = null

/** Uses everything once that is loaded when it is first needed. */
function loadLateParts(clock: NonNullable<ClientOptions['clock']>): Promise<unknown> {
  loading ??= Promise.all([
    loadWallets(),
    import('../request-screens.js'),
    import('../features/consent/affirmative-consent.js'),
    loadLaterScreens(),
    import('../features/sms/phone-form.js'),
    import('../features/guest/guest-row.js'),
    import('../features/oauth/oauth-row.js'),
    import('../visit-screens.js'),
    import('../cross-app-calls.js'),
    loadGlyphs(),
    ...Object.values<LoginMethodEntry>(loginMethods).map((method) =>
      method.prepare?.(createFakeKit({ clock }).kit),
    ),
    import('../features/captcha/captcha-screen.js'),
    import('../features/passkey/passkey-row.js'),
    import('../features/passkey/screens.js'),
    import('../link-screens.js'),
    import('../features/failure/in-app-browser.js'),
    import('../account-screens.js'),
    import('../wallet-screens.js'),
    import('../features/external-wallet/wallet-entry.js'),
    import('../ui/qr-code.js'),
    import('../mfa-screens.js'),
    import('../mfa-calls.js'),
    import('../social-screens.js'),
    import('../funding-screens.js'),
    import('../sharing-screens.js'),
    import('../features/transaction/simulation/preview-ethereum.js'),
    import('../features/transaction/simulation/preview-solana.js'),
  ]).then(() => {
    const { kit, logIn } = createFakeKit({
      clock,
      answers: { server: { '/passwordless/init': refuse('invalid_data') } },
    })
    logIn(walletAccounts)
    return Promise.all([
      kit.client.frame.load(),
      ethereum.prepareTransaction(kit.client, transfer),
      // The first refusal loads what reads it.
      email.sendCode(kit.client, { email: 'ada@example.com' }).catch(() => undefined),
    ])
  })
  return loading
}
