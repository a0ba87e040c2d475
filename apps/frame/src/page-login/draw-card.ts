import { el } from '../confirm/screen/dom.js'
import { icon } from '../confirm/screen/icons.js'

/** A card of the page, for everything but a request. */
export interface Card {
  root: HTMLElement
  title: HTMLElement
  /** Says what went wrong. */
  problem: HTMLElement
  /** The field to type into first, where the card is for that; else the title gets the focus. */
  field?: HTMLInputElement | undefined
}

/** Moves the focus to where a card that was just shown begins. */
export function focusCard({ title, field }: Pick<Card, 'title' | 'field'>): void {
  ;(field ?? title).focus({ preventScroll: true })
}

/** A card with a title, a sentence and what else it holds. */
export function drawCard(
  { title: text, help, hero }: { title: string; help?: string; hero?: 'lock' | 'shield' | 'pen' },
  ...content: readonly (Node | null)[]
): Card {
  const title = el('h1', { tabindex: '-1', dir: 'auto' }, text)
  const problem = el('p', { class: 'problem', role: 'alert', dir: 'auto' })
  const root = el(
    'main',
    { class: 'card' },
    hero ? el('div', { class: 'hero' }, icon(hero, 'large')) : null,
    title,
    help === undefined ? null : el('p', { class: 'help', dir: 'auto' }, help),
    ...content,
    problem,
  )
  return { root, title, problem }
}

/** A text field with its label. */
export function drawField(
  label: string,
  attributes: Readonly<Record<string, string>>,
): { row: HTMLElement; input: HTMLInputElement } {
  const input = el('input', attributes)
  return { row: el('label', { class: 'field' }, label, input), input }
}

/** A six-digit code. */
export function drawCodeField(label: string) {
  return drawField(label, {
    class: 'code',
    name: 'code',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxlength: '12',
    required: '',
  })
}

/** The digits of a code as it was typed or pasted; undefined when they are not six. */
export function digitsOf(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** A button, filled or quiet. */
export function drawButton(
  text: string,
  look: 'primary' | 'secondary' | 'quiet',
  type = 'submit',
): HTMLButtonElement {
  return el('button', { type, class: look === 'quiet' ? 'quiet' : `button ${look}` }, text)
}

/** Says what went wrong below a card. */
export function showProblem({ problem }: Pick<Card, 'problem'>, text: string): void {
  problem.replaceChildren(icon('alert', 'small'), el('span', {}, text))
}

/**
 * Runs a task while its button says so and nothing else can be pressed; what it throws is said below.
 *
 * @param task.explain  An error in the user's words.
 */
export async function runBusy(
  { problem }: Pick<Card, 'problem'>,
  button: HTMLButtonElement,
  task: { label: string; run: () => Promise<void>; explain: (error: unknown) => string },
): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return
  const before = button.textContent
  button.setAttribute('aria-busy', 'true')
  button.textContent = task.label
  problem.textContent = ''
  try {
    await task.run()
  } catch (error) {
    showProblem({ problem }, task.explain(error))
  } finally {
    button.removeAttribute('aria-busy')
    button.textContent = before
  }
}
