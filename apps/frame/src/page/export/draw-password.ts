import { el } from '../../confirm/screen/dom.js'
import type { PageCopy } from '../copy/en.js'

const leastLength = 12
/** A file can be guessed at for ever: `aaaaaaaaaaaa` is not a password. */
const leastDifferent = 5

/** The two fields for the password of a file. */
interface PasswordFields {
  element: HTMLElement
  password(): string
  /** Whether the password can be used; both fields are equal then. */
  isReady(): boolean
  clear(): void
}

/** Draws the fields, and what is wrong with what was typed. */
export function drawPassword({
  copy: { export: texts },
  onChange,
}: {
  copy: PageCopy
  onChange: () => void
}): PasswordFields {
  const problem = el('p', { class: 'note problem', role: 'status' })
  const note = el('p', { class: 'note', id: 'password-note' }, texts.passwordNote)
  const field = () => el('input', { type: 'password', autocomplete: 'new-password', dir: 'ltr' })
  const [first, second] = [field(), field()]
  first.setAttribute('aria-describedby', note.id)
  const judge = () => judgePassword({ password: first.value, repeated: second.value })
  for (const input of [first, second]) {
    input.addEventListener('input', () => {
      // Half a password is not called wrong while it is typed.
      if (judge() === 'ready') problem.textContent = ''
      onChange()
    })
    input.addEventListener('change', () => {
      const judged = judge()
      const isBegun = first.value !== '' && (judged !== 'otherPassword' || second.value !== '')
      problem.textContent = judged === 'ready' || !isBegun ? '' : texts[judged]
    })
  }
  const label = (text: string, input: HTMLElement) => el('label', { class: 'field' }, text, input)
  return {
    element: el(
      'div',
      { class: 'checks' },
      label(texts.password, first),
      label(texts.repeat, second),
      note,
      problem,
    ),
    password: () => first.value,
    isReady: () => judge() === 'ready',
    clear() {
      first.value = ''
      second.value = ''
    },
  }
}

/** What is wrong with a new password, by the name of the sentence that says it. */
export function judgePassword({
  password,
  repeated,
}: {
  password: string
  repeated: string
}): 'ready' | 'shortPassword' | 'simplePassword' | 'otherPassword' {
  const characters = [...password.normalize('NFKC')]
  if (characters.length < leastLength) return 'shortPassword'
  if (new Set(characters).size < leastDifferent) return 'simplePassword'
  return password === repeated ? 'ready' : 'otherPassword'
}
