import { pageLogins, programs } from '@sallyport/contract'
import { CallFailure, createCallSender } from '../api/call-route.js'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { el } from '../confirm/screen/dom.js'
import { style } from '../confirm/screen/style.js'
import { themeRule } from '../confirm/screen/theme.js'
import {
  type Card,
  drawButton,
  drawCard,
  drawField,
  focusCard,
  runBusy,
  showProblem,
} from '../page-login/draw-card.js'
import { drawFactor } from '../page-login/draw-factor.js'
import { drawLogin, Problem } from '../page-login/draw-login.js'
import { isFactorMissing } from '../page-login/factor-missing.js'
import {
  createPageLogin,
  type LoggedIn,
  type LoginOutside,
  type PageLogin,
} from '../page-login/log-in.js'
import { cardStyle } from '../page-login/style.js'
import { firstChoice } from './choice.js'
import { loadProgramCopy, type ProgramWords } from './copy/load-copy.js'
import { drawPick, type Picked } from './draw-pick.js'
import { drawReview } from './draw-review.js'
import { drawCaution, drawWho } from './draw-who.js'
import { explainFor } from './explain.js'
import { type Asking, allow, fingerprintOf, listWallets, openConsent } from './grantee.js'
import { programStyle } from './style.js'

/** Everything the page touches outside itself. */
interface ProgramOutside extends LoginOutside {
  document: Document
  /** Whether no other page is around this one. */
  isAlone: boolean
  languages: readonly string[]
  clock: ConfirmClock
}

/** What the page's steps work with. */
interface ProgramPage {
  words: ProgramWords
  appName: string
  clock: ConfirmClock
  /** The page is on this computer: test networks are offered. */
  isLocal: boolean
  webCrypto: Crypto
  login: PageLogin
  describe(userCode: string): Promise<Asking>
  refuse(asking: Asking): Promise<void>
  show(card: Card): void
  explain(error: unknown): string
}

/**
 * Opens the page on which a user reads the code of a program, logs in, picks what it may do and allows it (RFC 8628, 3.3). It stands alone: in
 * another page it shows nothing.
 */
export async function openProgram(outside: ProgramOutside): Promise<void> {
  const { document, address, config } = outside
  const words = await loadProgramCopy(outside.languages)
  const page = openDocument(outside, words)
  const { copy } = words
  if (!outside.isAlone) return page.show(drawCard({ title: copy.title, help: copy.problems.alone }))
  if (config.delegateKey === undefined)
    return page.show(drawCard({ title: copy.title, help: copy.problems.off }))
  document.title = copy.title
  const start = drawCode(page, address.searchParams.get('code') ?? '')
  const { returned } = page.login
  if (returned === undefined) return page.show(start)
  page.show(drawCard({ title: copy.loggingIn, hero: 'lock' }))
  try {
    // The code was compared before this tab left for the provider.
    await goOn(page, await page.describe(lettersOf(address.searchParams.get('code'))), returned)
  } catch (error) {
    page.show(start)
    showProblem(start, page.explain(error))
  }
}

/** Goes on with a login that came back from a provider: to the choice, or back to the login where it failed. */
async function goOn(page: ProgramPage, asking: Asking, returned: () => Promise<LoggedIn>) {
  const { who, card } = await drawAsking(page, asking)
  try {
    await showPick(page, { asking, who, user: await returned() })
  } catch (error) {
    page.show(card)
    showProblem(card, page.explain(error))
  }
}

/** The letters of a code as it was typed or linked. */
const lettersOf = (code: string | null) => (code ?? '').replaceAll(/[\s-]/g, '')

/** Gives the document its look and language. */
function openDocument(outside: ProgramOutside, words: ProgramWords): ProgramPage {
  const { document, config, origin, fetch, clock, webCrypto, address } = outside
  const look = config.app ?? { appName: '', theme: 'system', accentColor: null }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeRule(look) + style + cardStyle + programStyle)
  document.adoptedStyleSheets.push(sheet)
  document.documentElement.lang = words.locale
  document.documentElement.dir = words.direction
  const { appId } = config
  const send = createCallSender({ fetch, origin, appId, factorOf: () => undefined })
  const loggedOut = { accessToken: undefined, grant: undefined }
  return {
    ...{ words, clock, webCrypto, appName: look.appName || words.copy.unnamedApp },
    isLocal: /^(localhost|127\.0\.0\.1)$/.test(address.hostname),
    login: createPageLogin(outside),
    describe: async (userCode) => ({
      ...(await send(programs.describe, { body: { user_code: userCode } }, loggedOut)),
      userCode,
    }),
    refuse: async ({ userCode }) => {
      await send(programs.refuse, { body: { user_code: userCode } }, loggedOut)
    },
    show: (card) => {
      document.body.replaceChildren(card.root)
      window.scrollTo?.(0, 0)
      focusCard(card)
    },
    explain: explainFor(words.copy),
  }
}

/** Asks for the code, or shows the one of the link for its user to compare. */
function drawCode(page: ProgramPage, given: string): Card {
  const { copy } = page.words
  const { row, input } = drawField(copy.programCode, {
    ...{ class: 'letters', name: 'program-code', autocomplete: 'off', spellcheck: 'false' },
    ...{ autocapitalize: 'characters', maxlength: '20', required: '' },
  })
  input.value = given.slice(0, 20)
  const button = drawButton(copy.next, 'primary')
  const form = el('form', { novalidate: '' }, row, drawCaution(copy), button)
  const card = drawCard(
    { title: copy.title, help: given === '' ? copy.codeStart : copy.codeCheck, hero: 'lock' },
    form,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const run = async () => {
      const letters = lettersOf(input.value)
      if (!/^[a-z]{8}$/i.test(letters)) throw new Problem(copy.problems.programCode)
      page.show((await drawAsking(page, await page.describe(letters))).card)
    }
    void runBusy(card, button, { label: copy.looking, run, explain: sayFor(page) })
  })
  return { ...card, field: given === '' ? input : undefined }
}

/** Who asks, and the login that goes on to the choice. */
async function drawAsking(page: ProgramPage, asking: Asking) {
  const { words, appName, webCrypto, login, show, explain } = page
  const { copy } = words
  const fingerprint = await fingerprintOf(webCrypto, asking.public_key)
  const who = () => drawWho(asking, { copy, fingerprint })
  const drawStop = (card: Card) => {
    const stop = drawButton(copy.notMine, 'quiet', 'button')
    const run = () => refuse(page, asking)
    stop.addEventListener('click', () => {
      void runBusy(card, stop, { label: copy.refusing, run, explain })
    })
    return stop
  }
  const card = drawLogin({
    ...{ copy, show, title: copy.asks(appName), help: copy.loginHelp },
    above: [who(), drawCaution(copy)],
    below: drawStop,
    kinds: login.kinds,
    actions: {
      sendCode: login.sendCode,
      logIn: async (target, code) =>
        showPick(page, { asking, who, user: await login.logIn(target, code) }),
      visitProvider: (provider) => login.visitProvider(provider, { code: asking.userCode }),
      explain,
    },
  })
  // Who asks, and the caution, stand above the field: a screen reader begins there.
  return { who, card: { ...card, field: undefined } }
}

interface Deciding {
  asking: Asking
  who: () => HTMLElement
  user: LoggedIn
  /** What was picked before. */
  picked?: Picked
}

async function showPick(page: ProgramPage, deciding: Deciding): Promise<void> {
  const { words, isLocal, show, explain } = page
  const { asking, who, user, picked } = deciding
  const { copy } = words
  const wallets = await listWallets(user).catch(async (error: unknown) => {
    await logOut(user)
    throw error
  })
  if (wallets.length === 0) {
    await logOut(user)
    throw new Problem(copy.problems.noWallet)
  }
  show(
    drawPick({
      ...{ copy, wallets, isLocal, who: who(), explain },
      first: { choice: picked?.choice ?? firstChoice(asking.asked.choice) },
      review: (chosen) =>
        withFactor(page, user, () => showReview(page, { ...deciding, picked: chosen })),
      refuse: async () => {
        await refuse(page, asking)
        await logOut(user)
      },
    }),
  )
}

async function showReview(
  page: ProgramPage,
  deciding: Deciding & { picked: Picked },
): Promise<void> {
  const { words, appName, clock, show, explain } = page
  const { asking, who, user, picked } = deciding
  const { copy } = words
  const consent = await openConsent(user, { asking, ...picked })
  show(
    drawReview({
      ...{ words, appName, clock, consent, explain, who: who() },
      allow: () =>
        withFactor(page, user, async () => {
          await allow(user, { asking, wallet: picked.wallet, consent })
          await logOut(user)
          const title = copy.done(asking.client_name)
          show(drawCard({ title, help: copy.doneHelp, hero: 'shield' }))
        }),
      back: () => void showPick(page, deciding).catch(() => undefined),
    }),
  )
}

/** Ends the session, and with it what this browser has of the wallet: it was made for this page alone. */
async function logOut({ context, caller }: LoggedIn): Promise<void> {
  // A session that is over, or that can't be ended now, ends by itself.
  await context.call(pageLogins.logOut, { body: {} }, caller.accessToken).catch(() => undefined)
}

/** Does what may demand a second factor: asks for it where the account has one and it was not proven. */
async function withFactor(page: ProgramPage, user: LoggedIn, run: () => Promise<void>) {
  try {
    await run()
  } catch (error) {
    if (!isFactorMissing(error) || user.factors.length === 0) throw error
    const then = (prove: () => Promise<void>) => async () => {
      await prove()
      await run()
    }
    const actions = {
      passkey: then(() => user.provePasskey()),
      sendText: () => user.sendText(),
      code: (method: 'totp' | 'sms', code: string) => then(() => user.proveCode(method, code))(),
      explain: page.explain,
    }
    const { copy } = page.words
    page.show(drawFactor({ copy, kinds: user.factors, show: page.show }, actions))
  }
}

async function refuse(page: ProgramPage, asking: Asking): Promise<void> {
  await page.refuse(asking).catch((error: unknown) => {
    // It is over already: nothing is left to refuse.
    if (!(error instanceof CallFailure) || error.code !== 'not_found') throw error
  })
  const { copy } = page.words
  page.show(drawCard({ title: copy.refused, hero: 'shield' }))
}

/** What is wrong with what was typed, or what went wrong. */
function sayFor({ explain }: ProgramPage): (error: unknown) => string {
  return (error) => (error instanceof Problem ? error.message : explain(error))
}
