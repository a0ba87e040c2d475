import { api, headers as headerNames } from '@sallyport/contract'
import {
  authOrigin,
  createInhabitant,
  createKitWithVault,
  type Inhabitant,
  recoverBody,
  type TestWallet,
  walletCookieOf,
  writeLoginMessage,
} from '@sallyport/testing'

const walletLogin = { chainId: 'eip155:1', walletClientType: 'metamask', connectorType: 'injected' }

/** Of a client that lets its user confirm changes in the wallet frame. */
export const confirming = { [headerNames.client]: 'sallyport-core:0.1.0' }

/** What the calls need of a user with a wallet. */
export type Owner = Pick<Inhabitant, 'session' | 'device' | 'params'>
type Frame = { token: string; origin: string; headers?: Record<string, string> }

/** What the page of a browser that logged in sends: the cookies come along. */
export const asBrowser = (token: string) => ({ token, headers: walletCookieOf(token) })

export type WalletOwners = Awaited<ReturnType<typeof createWalletOwners>>

/** A server and a vault with users who have wallets, and the calls of scripts in their pages and of thieves at home. */
export async function createWalletOwners(settings: Record<string, unknown> = {}) {
  const world = await createKitWithVault({
    app: { settings: { wallet_auth: true, mfa_methods: ['totp'], ...settings } },
    config: { recoveriesPerUserPerDay: 10_000 },
  })
  const { kit, vault } = world
  let serial = 0

  /** A signed login message of a wallet, asked for with these headers. */
  const prove = async (wallet: TestWallet, options: object = {}) => {
    const { address } = wallet
    const { body } = await kit.call(api.siwe.init, { body: { address } }, options)
    const issuedAt = new Date(kit.clock.nowMs()).toISOString()
    const message = writeLoginMessage({ chain: 'Ethereum', address, nonce: body.nonce, issuedAt })
    return { message, signature: wallet.sign(message), ...walletLogin }
  }

  return {
    ...world,
    prove,
    newAddress: () => {
      serial += 1
      return `owner${serial}@example.com`
    },
    createUser: async (): Promise<Inhabitant> => {
      serial += 1
      const email = `owner${serial}@example.com`
      const user = await createInhabitant(kit, { email, vaultPublicKey: vault.publicKey })
      kit.clock.advance(60_000)
      return user
    },
    /** What a script in the app's page sends: the browser adds the cookies. */
    linkByScript: async (token: string, wallet: TestWallet) => {
      const browser = asBrowser(token)
      return kit.call(api.siwe.link, { body: await prove(wallet, browser) }, browser)
    },
    unlinkEmail: (token: string, address: string) =>
      kit.call(api.email.unlink, { body: { address } }, asBrowser(token)),
    replaceEmail: async (token: string, [oldAddress, newAddress]: [string, string]) => {
      await kit.call(api.email.init, { body: { email: newAddress } }, asBrowser(token))
      const body = { oldAddress, newAddress, code: kit.mailbox.codeFor(newAddress) }
      return kit.call(api.email.update, { body }, asBrowser(token))
    },
    /** The user's press in the wallet frame for a call that waits for it. */
    press: (token: string, answer: { body: { data?: unknown } }) =>
      kit.call(
        api.confirmation.confirm,
        { body: answer.body.data as { request: string } },
        { token, origin: authOrigin },
      ),
    /** A login with a wallet in another browser, which keeps the grant of it. */
    logInAtHome: async (wallet: TestWallet): Promise<Frame> => {
      const login = await kit.call(api.siwe.authenticate, { body: await prove(wallet) })
      return { token: login.body.token ?? '', origin: authOrigin }
    },
    /** Asks for all that restores the user's wallet in a browser without it. */
    restore: async (user: Owner, frame: Frame) => {
      const { body } = await recoverBody(user.device, frame)
      return kit.call(api.embeddedWallet.recover, { params: user.params, body }, frame)
    },
    /** The texts of all messages to an address. What happens within a minute is told together. */
    noticesTo: async (address: string): Promise<string> => {
      kit.clock.advance(60_000)
      await kit.deliverNotices()
      const mails = kit.mailbox.mails.filter(({ to }) => to === address)
      return mails.map(({ text }) => text).join()
    },
  }
}
