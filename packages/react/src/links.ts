import { type ErrorCode, isApiError } from '@sallyport/contract'
import { type Account, errorCode, type User } from '@sallyport/core'
import type { LinkMethod } from './flow/link-methods.js'
import type { LinkConflict, Linked } from './flow/screens.js'
import type { Kit } from './kit.js'
import { tellLinkFailure } from './linking-actions.js'

/** The server's offer to move an account here from another user (wire reference §13). */
export interface TransferOffer {
  /** Works once, for this user and this account. */
  nonce: string
  account: { type: string; displayName: string }
  otherUser: {
    embeddedWalletAddress: string | null
    farcasterEmbeddedAddress?: string
    /** The provider's facts about the account, which an OAuth transfer sends back. */
    oAuthUserInfo?: Record<string, unknown>
  }
}

/** How a method links an account, once its proof is there. */
export interface LinkSteps {
  method: LinkMethod
  intent: 'link' | 'update'
  /** Calls the server; gives the changed user. */
  run(): Promise<User>
  /** Moves the account here from the other user; null where the server offers no transfer. */
  transfer: ((offer: TransferOffer) => Promise<User>) | null
}

/** How linking ends on the screen of a method: the name and value of its outcome. */
export type LinkResult =
  | { name: 'linked'; value: Linked }
  | { name: 'conflicted'; value: LinkConflict }

/** What linking needs of the kit. */
type LinkDeps = Pick<Kit, 'client' | 'events'>

/**
 * Links or updates for a screen of the modal, and tells the app. Gives a conflict where the account can be moved here.
 *
 * @throws the server's refusal, for the screen to explain.
 */
export async function proveLink(deps: LinkDeps, steps: LinkSteps): Promise<LinkResult> {
  const { method, transfer } = steps
  try {
    return { name: 'linked', value: await complete(deps, steps, steps.run) }
  } catch (error) {
    const offer = readOffer(error)
    if (offer === null || transfer === null) throw error
    const { account, otherUser } = offer
    const wallets = [otherUser.embeddedWalletAddress, otherUser.farcasterEmbeddedAddress]
    const otherWallets = wallets.filter((address) => typeof address === 'string')
    const move = () => complete(deps, steps, () => transfer(offer))
    return { name: 'conflicted', value: { method, account, otherWallets, transfer: move } }
  }
}

/** Links or updates without the modal: tells the app of success and failure. @throws the server's refusal. */
export async function proveLinkHeadless(deps: LinkDeps, steps: LinkSteps): Promise<Linked> {
  try {
    return await complete(deps, steps, steps.run)
  } catch (error) {
    tellLinkFailure(deps, { goal: steps.intent, method: steps.method }, errorCode(error, 'unknown'))
    throw error
  }
}

/** Runs the server call and tells the app what it changed. */
async function complete(
  { client, events }: LinkDeps,
  { method, intent }: LinkSteps,
  work: () => Promise<User>,
): Promise<Linked> {
  const before = client.state.user?.linkedAccounts ?? []
  const user = await work()
  const account = changedAccount(before, user)
  if (intent === 'link') {
    const given = { user, linkMethod: method, linkedAccount: account }
    events.emit('linkAccount', (each) => each.onSuccess?.(given))
  } else {
    const given = { user, updateMethod: method, updatedAccount: account }
    events.emit('update', (each) => each.onSuccess?.(given))
  }
  return { user, method, account }
}

/** The code of the refusal that carries an offer. */
const transferCode: ErrorCode = 'account_transfer_required'

/** The offer in a refusal; null for other errors, and for a server that offers none. */
function readOffer(error: unknown): TransferOffer | null {
  if (!isApiError(error) || error.code !== transferCode) return null
  const { nonce, account, otherUser } = error.data ?? {}
  const hasParts = typeof nonce === 'string' && isObject(account) && isObject(otherUser)
  // The rest of the shape is the wire reference's (§13).
  return hasParts ? ({ nonce, account, otherUser } as unknown as TransferOffer) : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The first account that was not there before as it is now. */
function changedAccount(before: readonly Account[], { linkedAccounts }: User): Account | null {
  const known = new Set(before.map((account) => JSON.stringify(account)))
  return linkedAccounts.find((account) => !known.has(JSON.stringify(account))) ?? null
}
