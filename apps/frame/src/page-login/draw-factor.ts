import { el } from '../confirm/screen/dom.js'
import type { PageLoginCopy } from './copy/en.js'
import { type Card, digitsOf, drawButton, drawCard, drawCodeField, runBusy } from './draw-card.js'
import { explainer, Problem } from './draw-login.js'

/** How a second factor is proven on this page. */
interface FactorActions {
  passkey(): Promise<void>
  sendText(): Promise<void>
  code(method: 'totp' | 'sms', code: string): Promise<void>
  explain(error: unknown): string
}

/** The words of a second factor. */
type FactorCopy = PageLoginCopy & { factorHelp: string }

/** Kinds of factors that this page takes. */
export type FactorKind = 'passkey' | 'totp' | 'sms'

/** Asks for the second factor: for the passkey where there is one, else for a code. Ends when `actions` resolve. */
export function drawFactor(
  { copy, kinds, show }: { copy: FactorCopy; kinds: readonly FactorKind[]; show(card: Card): void },
  actions: FactorActions,
): Card {
  const drawings = { copy, kinds, show, actions }
  return kinds.includes('passkey') ? drawPasskey(drawings) : drawCode(drawings)
}

interface Drawing {
  copy: FactorCopy
  kinds: readonly FactorKind[]
  show(card: Card): void
  actions: FactorActions
}

function drawPasskey(drawing: Drawing): Card {
  const { copy, kinds, show, actions } = drawing
  const button = drawButton(copy.usePasskey, 'primary', 'button')
  const hasCode = kinds.some((each) => each !== 'passkey')
  const other = hasCode ? drawButton(copy.useCode, 'quiet', 'button') : null
  const card = drawCard(
    { title: copy.factorTitle, help: copy.factorHelp, hero: 'lock' },
    button,
    other,
  )
  other?.addEventListener('click', () => show(drawCode(drawing)))
  button.addEventListener('click', () => {
    const run = () => actions.passkey()
    void runBusy(card, button, { label: copy.verifying, run, explain: actions.explain })
  })
  return card
}

function drawCode({ copy, kinds, actions }: Drawing): Card {
  const method = kinds.includes('totp') ? 'totp' : 'sms'
  const { row, input } = drawCodeField(copy.factorCode[method])
  const send = method === 'sms' ? drawButton(copy.sendText, 'secondary', 'button') : null
  const button = drawButton(copy.verify, 'primary')
  const form = el('form', { novalidate: '' }, send, row, button)
  const card = drawCard({ title: copy.factorTitle, help: copy.factorHelp, hero: 'lock' }, form)
  const { explain } = actions
  send?.addEventListener('click', () => {
    const run = () => actions.sendText()
    void runBusy(card, send, { label: copy.sending, run, explain })
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const run = async () => {
      const code = digitsOf(input.value)
      if (code === undefined) throw new Problem(copy.problems.code)
      await actions.code(method, code)
    }
    void runBusy(card, button, { label: copy.verifying, run, explain: explainer(actions) })
  })
  return { ...card, field: method === 'totp' ? input : undefined }
}
