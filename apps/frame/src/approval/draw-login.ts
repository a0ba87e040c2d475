import { el } from '../confirm/screen/dom.js'
import type { ApprovalCopy } from './copy/en.js'
import {
  type Card,
  digitsOf,
  drawButton,
  drawCard,
  drawCodeField,
  drawField,
  runBusy,
} from './draw-card.js'

/** How a member logs in on this page. */
interface LoginActions {
  sendCode(email: string): Promise<void>
  logIn(email: string, code: string): Promise<void>
  explain(error: unknown): string
}

/** The words of a login. */
type LoginCopy = Pick<
  ApprovalCopy,
  | 'email'
  | 'sendCode'
  | 'sending'
  | 'codeTitle'
  | 'codeHelp'
  | 'code'
  | 'logIn'
  | 'loggingIn'
  | 'otherEmail'
> & { problems: { email: string; code: string } }

interface LoginOptions {
  copy: LoginCopy
  /** Why the user is asked to log in. */
  title: string
  help: string
  /** Who asks, above the field. */
  above?: readonly Node[]
  actions: LoginActions
  show(card: Card): void
}

/** Asks for the email address, then for the code that was sent to it. */
export function drawLogin(options: LoginOptions): Card {
  const { copy, title, help, above = [], actions, show } = options
  const { row, input } = drawField(copy.email, {
    type: 'email',
    name: 'email',
    autocomplete: 'username',
    required: '',
    dir: 'ltr',
  })
  const button = drawButton(copy.sendCode, 'primary')
  const form = el('form', { novalidate: '' }, row, button)
  const card = drawCard({ title, help, hero: 'shield' }, ...above, form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const email = input.value.trim()
    const run = async () => {
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Problem(copy.problems.email)
      await actions.sendCode(email)
      show(drawCode(email, options))
    }
    void runBusy(card, button, { label: copy.sending, run, explain: explainer(actions) })
  })
  return { ...card, field: input }
}

function drawCode(email: string, options: LoginOptions): Card {
  const { copy, actions, show } = options
  const { row, input } = drawCodeField(copy.code)
  const button = drawButton(copy.logIn, 'primary')
  const other = drawButton(copy.otherEmail, 'quiet', 'button')
  const form = el('form', { novalidate: '' }, row, button, other)
  const card = drawCard({ title: copy.codeTitle, help: copy.codeHelp(email), hero: 'lock' }, form)
  other.addEventListener('click', () => show(drawLogin(options)))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const run = async () => {
      const code = digitsOf(input.value)
      if (code === undefined) throw new Problem(copy.problems.code)
      await actions.logIn(email, code)
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
