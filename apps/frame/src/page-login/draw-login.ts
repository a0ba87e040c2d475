import type { PageLogins } from '@sallyport/contract'
import { el } from '../confirm/screen/dom.js'
import type { PageLoginCopy } from './copy/en.js'
import {
  type Card,
  digitsOf,
  drawButton,
  drawCard,
  drawCodeField,
  drawField,
  runBusy,
} from './draw-card.js'
import type { CodeTarget } from './log-in.js'

/** How a user logs in on this page. */
interface LoginActions {
  sendCode(target: CodeTarget): Promise<void>
  logIn(target: CodeTarget, code: string): Promise<void>
  visitProvider(provider: string): Promise<void>
  explain(error: unknown): string
}

export interface LoginOptions {
  copy: PageLoginCopy
  /** Why the user is asked to log in. */
  title: string
  help: string
  kinds: PageLogins
  /** Who asks, above the field. */
  above?: readonly Node[]
  /** What else can be done, at the end of the card. */
  below?(card: Card): Node
  actions: LoginActions
  show(card: Card): void
}

/** What a code is sent to. */
type Kind = 'email' | 'sms'

/** Asks for the address that a code is sent to, then for the code; or leaves for a provider. */
export function drawLogin(options: LoginOptions, first?: Kind): Card {
  const { copy, title, help, kinds, above = [], actions, show } = options
  const kind = first ?? (kinds.email ? 'email' : kinds.sms ? 'sms' : undefined)
  const codes = kind === undefined ? undefined : drawTarget(kind, options)
  const providers = drawProviders(options)
  const card = drawCard(
    { title, help, hero: 'shield' },
    ...above,
    codes?.form ?? null,
    codes && providers ? el('p', { class: 'or' }, providers.line) : null,
    providers?.element ?? null,
  )
  codes?.form.addEventListener('submit', (event) => {
    event.preventDefault()
    const run = async () => {
      const target = codes.read()
      await actions.sendCode(target)
      show(drawCode(target, options))
    }
    void runBusy(card, codes.button, { label: copy.sending, run, explain: explainer(actions) })
  })
  codes?.other?.addEventListener('click', () =>
    show(drawLogin(options, kind === 'email' ? 'sms' : 'email')),
  )
  providers?.listen(card)
  if (options.below) card.root.append(options.below(card))
  return { ...card, field: codes?.input }
}

function drawTarget(kind: Kind, { copy, kinds }: Pick<LoginOptions, 'copy' | 'kinds'>) {
  const isEmail = kind === 'email'
  const { row, input } = drawField(isEmail ? copy.email : copy.phone, {
    ...(isEmail
      ? { type: 'email', name: 'email', autocomplete: 'username' }
      : { type: 'tel', name: 'phone', autocomplete: 'tel', placeholder: copy.phoneHelp }),
    ...{ required: '', dir: 'ltr' },
  })
  const button = drawButton(copy.sendCode, 'primary')
  const hasOther = isEmail ? kinds.sms : kinds.email
  const other = hasOther
    ? drawButton(isEmail ? copy.usePhone : copy.useEmail, 'quiet', 'button')
    : undefined
  const form = el('form', { novalidate: '' }, row, button, other ?? null)
  const read = (): CodeTarget => {
    const typed = input.value.trim()
    const isRight = isEmail
      ? /^[^\s@]+@[^\s@]+$/.test(typed)
      : /\d{4}/.test(typed.replaceAll(/\D/g, ''))
    if (!isRight) throw new Problem(isEmail ? copy.problems.email : copy.problems.phone)
    return isEmail ? { email: typed } : { phoneNumber: typed }
  }
  return { form, input, button, other, read }
}

/** More providers than this are shown as a grid. */
const mostInRows = 3

/** One button for each provider. */
function drawProviders({ copy, kinds, actions }: LoginOptions) {
  if (kinds.providers.length === 0) return undefined
  // Many are a grid of names, below a line that says the rest.
  const areMany = kinds.providers.length > mostInRows
  const buttons = kinds.providers.map(({ provider, name }) => {
    const label = copy.continueWith(name)
    const button = drawButton(areMany ? name : label, 'secondary', 'button')
    if (areMany) button.setAttribute('aria-label', label)
    return { provider, button }
  })
  const look = areMany ? 'providers many' : 'providers'
  const element = el('div', { class: look }, ...buttons.map(({ button }) => button))
  const listen = (card: Card) => {
    for (const { provider, button } of buttons)
      button.addEventListener('click', () => {
        const run = () => actions.visitProvider(provider)
        void runBusy(card, button, { label: copy.opening, run, explain: explainer(actions) })
      })
  }
  return { element, listen, line: areMany ? copy.orContinueWith : copy.or }
}

function drawCode(target: CodeTarget, options: LoginOptions): Card {
  const { copy, actions, show } = options
  const isEmail = 'email' in target
  const { row, input } = drawCodeField(copy.code)
  const button = drawButton(copy.logIn, 'primary')
  const other = drawButton(isEmail ? copy.otherEmail : copy.otherPhone, 'quiet', 'button')
  const form = el('form', { novalidate: '' }, row, button, other)
  const to = isEmail ? target.email : target.phoneNumber
  const card = drawCard({ title: copy.codeTitle, help: copy.codeHelp(to), hero: 'lock' }, form)
  other.addEventListener('click', () => show(drawLogin(options, isEmail ? 'email' : 'sms')))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const run = async () => {
      const code = digitsOf(input.value)
      if (code === undefined) throw new Problem(copy.problems.code)
      await actions.logIn(target, code)
    }
    void runBusy(card, button, { label: copy.loggingIn, run, explain: explainer(actions) })
  })
  return { ...card, field: input }
}

/** What is wrong with what was typed, in the user's words. */
export class Problem extends Error {
  override readonly name = 'Problem'
}

/** What is wrong with what was typed, or what went wrong. */
export function explainer({ explain }: Pick<LoginActions, 'explain'>): (error: unknown) => string {
  return (error) => (error instanceof Problem ? error.message : explain(error))
}
