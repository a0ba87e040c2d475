import { AnswerError, oauthFunctions } from '@sallyport/contract'
import { ClientError, type User } from '@sallyport/core'
import type { LinkMethod } from './flow/link-methods.js'
import type { Goal, LinkOptions } from './flow/screens.js'
import type { Kit } from './kit.js'

/** A goal that ends with a linked or changed account. */
type LinkGoal = Extract<Goal, { goal: 'link' | 'update' }>

type Deps = Pick<Kit, 'client' | 'modal' | 'events'>

/** The functions that open the modal for linking and updating: those of `useLinkAccount` and `useUpdateAccount`. */
export type Linking = ReturnType<typeof createLinking>

const known = new WeakMap<Kit, Linking>()

/** The linking functions of one kit, the same ones for its life. Not a part of the kit: pages without them do not load them. */
export function linkingOf(kit: Kit): Linking {
  const linking = known.get(kit) ?? createLinking(kit)
  known.set(kit, linking)
  return linking
}

function createLinking(deps: Deps) {
  const link = (method: LinkMethod) => () => open(deps, { goal: 'link', method, options: {} })
  const linkWith =
    <Options extends LinkOptions>(method: LinkMethod) =>
    (options?: Options | object) =>
      // Used as an event handler it receives the event.
      open(deps, { goal: 'link', method, options: isOptions(options) ? options : {} })
  return {
    linkEmail: link('email'),
    linkPhone: link('sms'),
    linkWallet:
      linkWith<Pick<LinkOptions, 'suggestedAddress' | 'walletList' | 'walletChainType'>>('wallet'),
    ...oauthFunctions('link', link),
    linkFarcaster: link('farcaster'),
    linkTelegram: linkWith<Pick<LinkOptions, 'launchParams'>>('telegram'),
    linkPasskey: link('passkey'),
    updateEmail: () => open(deps, { goal: 'update', method: 'email' }),
    updatePhone: () => open(deps, { goal: 'update', method: 'sms' }),
  }
}

/** Calls the app back with why linking or updating failed. */
export function tellLinkFailure(
  { events }: Pick<Kit, 'events'>,
  { goal, method: linkMethod }: Pick<LinkGoal, 'goal' | 'method'>,
  reason: string,
): void {
  const isLink = goal === 'link'
  const unknown = isLink ? 'failed_to_link_account' : 'failed_to_update_account'
  const code = reason === 'unknown' ? unknown : reason
  events.emit(isLink ? 'linkAccount' : 'update', (each) => each.onError?.(code, { linkMethod }))
}

/** Opens the modal; the callbacks receive the result. @throws what is known before any call (react-api §11). */
function open(deps: Deps, goal: LinkGoal): void {
  const refusal = refusalOf(goal, deps.client.state.user)
  if (refusal !== null) {
    tellLinkFailure(deps, goal, refusal.code)
    throw refusal
  }
  // Asked for twice it is one linking, which the app hears of once.
  if (deps.modal.runs().some((run) => run.goal.goal === goal.goal)) return
  const fail = (code: string) => tellLinkFailure(deps, goal, code)
  // A screen that stays open after an account was linked may be closed: the app has heard of a success then.
  let isDone = false
  const stop = deps.events.add('linkAccount', { onSuccess: () => (isDone = true) })
  deps.modal.open(goal, {
    place: 'next',
    onEnd(ending) {
      stop()
      if (ending.at === 'failed' && !isDone) fail(ending.code)
    },
    fail() {
      stop()
      fail('offline')
    },
  })
}

/** Accounts a user has at most one of, and finds it here. */
const single: Partial<Record<LinkMethod, (user: User) => unknown>> = {
  email: (user) => user.email,
  sms: (user) => user.phone,
}

/** Why linking can't begin, known before any call (react-api §11); null when it can. */
function refusalOf(
  { goal, method }: LinkGoal,
  user: User | null,
): AnswerError | ClientError | null {
  if (user === null) return new ClientError('must_be_authenticated')
  const hasOne = Boolean(single[method]?.(user))
  const isLink = goal === 'link'
  if (hasOne !== isLink) return null
  // As the server would say it; its catalogue of texts is not loaded by pages.
  return isLink
    ? new AnswerError('cannot_link_more_of_type', {
        status: 400,
        message: 'No more accounts of this type can be linked',
      })
    : new AnswerError('linked_account_not_found', {
        status: 404,
        message: 'Linked account not found',
      })
}

function isOptions(given: object | undefined): given is LinkOptions {
  return given !== undefined && !('nativeEvent' in given)
}
