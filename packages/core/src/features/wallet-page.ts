import { chainOfVerifier, type EmbeddedChain, type LoginChain } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import type { Frame } from '../frame/frame.js'
import { proveFactor } from '../mfa/prove-factor.js'
import type { WalletAccount } from '../types.js'
import { embeddedWallets } from '../wallet/accounts.js'
import { askFrame } from '../wallet/ask-frame.js'
import { connectRoot } from '../wallet/connect.js'
import { entropyOf } from '../wallet/entropy.js'
import { listedAccount } from '../wallet/listed.js'

export { listedAccount } from '../wallet/listed.js'

/** A page on the wallet's own origin that the user works with; the page around it sees nothing of what is typed or shown. */
export interface WalletPage {
  /**
   * Resolves once the user has finished there: with the address of an import. Rejects when the page is closed before; with
   * `user_rejected` when they pressed Escape in it, which the page around does not see.
   */
  finished: Promise<{ address?: string | null | undefined }>
  /** Takes the page away. */
  close(): void
}

/** The colours the page takes over. */
interface PageLook {
  /** `light`, `dark`, `system` or a background colour. */
  theme: string
  accentColor: string | null
}

/** What a page is opened for. */
export type PageTask =
  | { task: 'export' | 'delegation'; wallet: WalletAccount }
  /** A recovery that is kept in a cloud storage is tested with access to it. */
  | { task: 'rehearsal'; wallet: WalletAccount; storageToken?: string }
  | { task: 'import'; chainType: LoginChain }
  /** A passkey becomes the recovery of the wallet, opens it on this device, or stops being its recovery. */
  | { task: 'passkey'; use: 'set' | 'recover' | 'remove'; wallet: WalletAccount }
  /** A passkey becomes the recovery of a new wallet. */
  | { task: 'passkey'; use: 'create'; chainType: EmbeddedChain }

/**
 * Opens a page of the wallet's origin inside `element`. A key is exported once the wallet is open on this device and a user with
 * second factors has proven one.
 *
 * @throws ClientError `must_be_authenticated`, `frame_unavailable`; what opening the wallet and proving a factor throws.
 */
export async function openWalletPage(
  client: SallyportClient,
  { element, look, ...asked }: PageTask & { element: HTMLElement; look: PageLook },
): Promise<WalletPage> {
  if (needsOpenWallet(asked)) await connectRoot(client, asked.wallet)
  await proveFactor(client, 'wallet')
  const accessToken = await client.session.accessToken()
  if (!accessToken) throw new ClientError('must_be_authenticated')
  const { environment, frame: hidden } = client
  const query = { theme: look.theme, accent: look.accentColor ?? '', ...queryOf(client, asked) }
  const { createFrameIn } = await import('../frame/frame.js')
  const { task } = asked
  const { storageToken } = asked.task === 'rehearsal' ? asked : {}
  const shown = { task, query, accessToken, ...(storageToken && { storageToken }) }
  const frame = createFrameIn(environment, hidden.options, { element, ...shown })
  try {
    await frame.load()
  } catch (error) {
    frame.destroy()
    throw error
  }
  return { finished: waitForResult(frame), close: () => frame.destroy() }
}

/**
 * Keeps a private key or recovery phrase of the user's own as an embedded wallet, and gives its account. The secret passes through
 * this page: where it should not, open the page of an import (`openWalletPage`).
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_create_error`; FrameError `invalid_request_arguments` for what is
 *   neither key nor phrase.
 */
export async function importKey(
  client: SallyportClient,
  { chainType, privateKey }: { chainType: LoginChain; privateKey: string },
): Promise<WalletAccount> {
  if (!client.state.user) throw new ClientError('must_be_authenticated')
  const { address } = await askFrame(client, 'privy:wallets:import', { chainType, privateKey })
  return listedAccount(client, { chainType, address })
}

/** The page has no time limit; a request for its result has one, and is sent again. */
async function waitForResult(frame: Frame): Promise<{ address?: string | null | undefined }> {
  for (;;) {
    try {
      return await frame.call('sallyport:page:result', {})
    } catch (error) {
      const isLate = error instanceof ClientError && error.code === 'frame_request_timeout'
      if (!isLate) throw error
    }
  }
}

/** Whether the page works with the wallet as this device has it. */
function needsOpenWallet(asked: PageTask): asked is PageTask & { wallet: WalletAccount } {
  if (asked.task === 'passkey') return asked.use === 'set' || asked.use === 'remove'
  return asked.task === 'export' || asked.task === 'delegation'
}

function queryOf(client: SallyportClient, asked: PageTask): Record<string, string> {
  const use = asked.task === 'passkey' && { use: asked.use }
  if (!('wallet' in asked)) return { ...use, chain_type: asked.chainType }
  const { address, chainType, walletIndex } = asked.wallet
  const { entropyId, entropyIdVerifier } = entropyOf(embeddedWallets(client), asked.wallet)
  return {
    ...use,
    address,
    primaryAddress: entropyId,
    walletIndex: String(walletIndex ?? 0),
    chain_type: chainType,
    root_chain_type: chainOfVerifier(entropyIdVerifier) ?? chainType,
  }
}
