import { CallFailure } from '../api/call-route.js'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { behave } from '../confirm/screen/behave.js'
import { draw } from '../confirm/screen/draw.js'
import { style } from '../confirm/screen/style.js'
import { themeRule } from '../confirm/screen/theme.js'
import {
  type Card,
  drawButton,
  drawCard,
  focusCard,
  runBusy,
  showProblem,
} from '../page-login/draw-card.js'
import { drawFactor } from '../page-login/draw-factor.js'
import { drawLogin } from '../page-login/draw-login.js'
import { isFactorMissing } from '../page-login/factor-missing.js'
import { createPageLogin, type LoginOutside, NotTrue } from '../page-login/log-in.js'
import { cardStyle } from '../page-login/style.js'
import { VisitFailed } from '../page-login/visit-provider.js'
import type { ApprovalCopy } from './copy/en.js'
import { type ApprovalWords, loadApprovalCopy } from './copy/load-copy.js'
import { createMember, type Described, type Member } from './member.js'
import { type Proposal, presentProposal } from './present-proposal.js'

/** Everything the page touches outside itself. */
interface ApprovalOutside extends LoginOutside {
  document: Document
  /** Whether no other page is around this one. */
  isAlone: boolean
  languages: readonly string[]
  clock: ConfirmClock
}

/** What the page's steps work with. */
interface ApprovalPage {
  words: ApprovalWords
  appName: string
  clock: ConfirmClock
  intentId: string
  /** Replaces what is shown. */
  show(card: Card): void
  /** As `show`, for a request. */
  showRequest(root: HTMLElement): void
}

/**
 * Opens the page on which a member of a quorum logs in, reads a request and approves or rejects it. It stands alone: in another page it
 * shows nothing.
 */
export async function openApproval(outside: ApprovalOutside): Promise<void> {
  const { document, config, address, languages, clock } = outside
  const look = config.app ?? { appName: '', theme: 'system', accentColor: null }
  const words = await loadApprovalCopy(languages)
  const appName = look.appName || words.copy.unnamedApp
  const page = openDocument(document, { words, appName, clock, look, address })
  const { copy } = words
  if (!outside.isAlone || page.intentId === '')
    return page.show(drawCard({ title: copy.title, help: copy.problems.noLink }))
  if (config.delegateKey === undefined)
    return page.show(drawCard({ title: copy.title, help: copy.problems.noSigner }))
  const { kinds, sendCode, logIn, visitProvider, returned } = createPageLogin(outside)
  const login = drawLogin({
    ...{ copy, kinds, title: copy.heading(appName), help: copy.loginHelp, show: page.show },
    actions: {
      sendCode,
      logIn: async (target, code) => showProposal(page, createMember(await logIn(target, code))),
      visitProvider: (provider) => visitProvider(provider, { intent: page.intentId }),
      explain: (error) => explain(error, copy),
    },
  })
  if (returned === undefined) return page.show(login)
  page.show(drawCard({ title: copy.loggingIn, hero: 'lock' }))
  try {
    await showProposal(page, createMember(await returned()))
  } catch (error) {
    page.show(login)
    showProblem(login, explain(error, copy))
  }
}

/** Gives the document its look and language. */
function openDocument(
  document: Document,
  {
    words,
    look,
    address,
    ...given
  }: Pick<ApprovalPage, 'words' | 'appName' | 'clock'> & {
    look: Parameters<typeof themeRule>[0]
    address: URL
  },
): ApprovalPage {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeRule(look) + style + cardStyle)
  document.adoptedStyleSheets.push(sheet)
  const { locale, direction } = words.words
  document.documentElement.lang = locale
  document.documentElement.dir = direction
  document.title = words.copy.title
  const intent = address.searchParams.get('intent') ?? ''
  const show = (card: Card) => {
    document.body.replaceChildren(card.root)
    focusCard(card)
  }
  return {
    ...given,
    words,
    intentId: /^[a-z0-9]{24}$/.test(intent) ? intent : '',
    show,
    showRequest: (root) => document.body.replaceChildren(root),
  }
}

async function showProposal(page: ApprovalPage, member: Member): Promise<void> {
  const described = await member.describe(page.intentId).catch(async (error: unknown) => {
    // Nothing can be decided with this login.
    await member.logOut().catch(() => undefined)
    throw error
  })
  const { proposal } = described
  if (proposal === null || described.hasSigned) return showEnd(page, member, described)
  await askForApproval(page, proposal, {
    approve: () => approve(page, member, proposal),
    reject: async () => {
      await member.reject(page.intentId)
      showEnd(page, member, { status: 'rejected' })
    },
    refresh: () => showProposal(page, member),
  })
}

/** Shows a request, and does what its member decides. */
async function askForApproval(
  page: ApprovalPage,
  proposal: Proposal,
  actions: { approve(): Promise<void>; reject(): Promise<void>; refresh(): Promise<void> },
): Promise<void> {
  const { words, appName, clock } = page
  const { copy } = words
  const shown = await presentProposal(proposal, { words, host: location.host })
  const drawn = draw(shown, { words: words.words, appName, host: appName })
  const [reject, close, veil] = drawn.refusals
  // Nothing is refused for everybody by a press beside the sheet.
  close?.remove()
  veil?.remove()
  // It is the page itself, not a dialog over one.
  for (const name of ['role', 'aria-modal']) drawn.sheet.removeAttribute(name)
  page.showRequest(drawn.root)
  const answer = (isApproved: boolean) => {
    question.close()
    if (isApproved) void run(actions.approve)
    else page.show(drawRejection(page, { ...actions, back: () => ask() }))
  }
  const run = async (task: () => Promise<void>) => {
    const card = drawCard({ title: copy.working, hero: 'lock' })
    page.show(card)
    await task().catch((error: unknown) => page.show(drawFailure(page, error, actions.refresh)))
  }
  const ask = () => void askForApproval(page, proposal, actions)
  const question = behave(
    { ...drawn, refusals: reject ? [reject] : [] },
    { clock, words: words.words, answer },
  )
  drawn.title.focus({ preventScroll: true })
}

/** Approves; asks for the second factor where the account has one and it was not proven. */
async function approve(page: ApprovalPage, member: Member, proposal: Proposal): Promise<void> {
  const { copy } = page.words
  const send = async () => {
    const status = await member.approve(page.intentId, proposal)
    const { needed, cast } = proposal.votes
    showEnd(page, member, { status, votes: { needed, cast: Math.min(cast + 1, needed) } })
  }
  try {
    await send()
  } catch (error) {
    if (!isFactorMissing(error) || member.factors.length === 0) throw error
    const then = (prove: () => Promise<void>) => async () => {
      await prove()
      await send()
    }
    const actions = {
      passkey: then(() => member.provePasskey()),
      sendText: () => member.sendText(),
      code: (method: 'totp' | 'sms', code: string) => then(() => member.proveCode(method, code))(),
      explain: (problem: unknown) => explain(problem, copy),
    }
    page.show(drawFactor({ copy, kinds: member.factors, show: page.show }, actions))
  }
}

/** Asks once more: a rejection ends the request for everyone. */
function drawRejection(
  page: ApprovalPage,
  { reject, back }: { reject(): Promise<void>; back(): void },
): Card {
  const { copy } = page.words
  const yes = drawButton(copy.rejectYes, 'primary', 'button')
  const no = drawButton(copy.rejectNo, 'secondary', 'button')
  const card = drawCard({ title: copy.rejectTitle, help: copy.rejectHelp }, yes, no)
  no.addEventListener('click', back)
  yes.addEventListener('click', () => {
    const run = () => reject()
    const failed = (error: unknown) => explain(error, copy)
    void runBusy(card, yes, { label: copy.rejecting, run, explain: failed })
  })
  return card
}

function drawFailure(page: ApprovalPage, error: unknown, refresh: () => Promise<void>): Card {
  const { copy } = page.words
  const again = drawButton(copy.rejectNo, 'secondary', 'button')
  const card = drawCard({ title: copy.title, help: explain(error, copy), hero: 'shield' }, again)
  again.addEventListener('click', () => {
    const failed = (problem: unknown) => explain(problem, copy)
    void runBusy(card, again, { label: copy.loading, run: refresh, explain: failed })
  })
  return card
}

/** Says how a request ended, or how many approvals are there, and ends the session. */
function showEnd(
  page: ApprovalPage,
  member: Pick<Member, 'logOut'>,
  ended: { status: string; votes?: Proposal['votes'] } | Described,
): void {
  const { copy } = page.words
  const votes =
    'votes' in ended ? ended.votes : 'proposal' in ended ? ended.proposal?.votes : undefined
  const { cast = 0, needed = 0 } = votes ?? {}
  const text =
    ended.status === 'pending'
      ? 'hasSigned' in ended
        ? copy.ended.signed(cast, needed)
        : copy.ended.pending(cast, needed)
      : (endings(copy)[ended.status] ?? copy.problems.failed)
  page.show(drawCard({ title: text, help: copy.close, hero: 'shield' }))
  // The user is told of the request; a session that could not be ended ends with its token.
  void member.logOut().catch(() => undefined)
}

const endings = ({ ended }: ApprovalCopy): Readonly<Record<string, string>> => ({
  executed: ended.executed,
  processing: ended.processing,
  failed: ended.failed,
  expired: ended.expired,
  rejected: ended.rejected,
  dismissed: ended.dismissed,
})

/** What went wrong, in the user's words. */
function explain(error: unknown, { problems }: ApprovalCopy): string {
  if (error instanceof NotTrue) return problems.notTrue
  if (error instanceof VisitFailed) return problems[error.reason]
  if (isFactorMissing(error)) return problems.wrongFactor
  if (!(error instanceof CallFailure)) return problems.failed
  switch (error.code) {
    case 'invalid_credentials':
      return problems.wrongCode
    case 'user_does_not_exist':
    case 'not_found':
      return problems.notYours
    case 'too_many_requests':
      return problems.tooMany
    case 'feature_not_enabled':
      return problems.noSigner
    case 'older_login_required':
      return problems.olderLogin
    case 'login_too_old':
      return problems.loginTooOld
    case null:
      return problems.offline
    default:
      return problems.failed
  }
}
