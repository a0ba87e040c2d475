import { el } from '../confirm/screen/dom.js'
import { drawSign } from '../sign/draw-sign.js'
import { drawMark, type SignMark, signMarks } from '../sign/marks.js'
import { longestWord, readWord, type WalletSigns } from '../sign/wallet-signs.js'
import type { PageCopy } from './copy/en.js'

/**
 * The sign by which the user knows the wallet's own window, above its task; a user without one can choose it here, and another one
 * later.
 */
export function drawSignRow(
  document: Document,
  { signs, userId, copy }: { signs: WalletSigns; userId: string; copy: PageCopy['sign'] },
): HTMLElement {
  const row = el('div', { class: 'sign-row' })
  const show = () => {
    const sign = signs.read(userId)
    const choose = el(
      'button',
      { type: 'button', class: 'quiet' },
      sign ? copy.change : copy.choose,
    )
    choose.addEventListener('click', ask)
    row.replaceChildren(...(sign ? [drawSign(sign, copy.label)] : []), choose)
  }
  const ask = () => {
    const before = signs.read(userId)
    const form = el('form', { class: 'form sign-form' })
    const names = Object.keys(signMarks) as SignMark[] // the record's own keys
    const chosen = before?.mark ?? names[0] ?? 'star'
    const marks = names.map((name) => {
      const input = el('input', { type: 'radio', name: 'mark', value: name })
      input.checked = name === chosen
      return el(
        'label',
        { title: copy.marks[name] },
        input,
        drawMark(name),
        el('span', { class: 'spoken' }, copy.marks[name]),
      )
    })
    const word = el('input', {
      name: 'word',
      maxlength: String(longestWord),
      autocomplete: 'off',
      spellcheck: 'false',
    })
    word.value = before?.word ?? ''
    const status = el('p', { class: 'status', role: 'status' })
    const save = el('button', { type: 'submit', class: 'secondary' }, copy.save)
    form.append(
      el('p', { class: 'help' }, copy.help),
      el('div', { class: 'marks', role: 'radiogroup', 'aria-label': copy.mark }, ...marks),
      el('label', { class: 'field' }, copy.word, word),
      save,
      status,
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const read = readWord(word.value)
      const mark = names.find((name) => name === new FormData(form).get('mark')) ?? chosen
      if (read === null) {
        status.textContent = copy.needsWord
        return word.focus()
      }
      if (!signs.keep(userId, { mark, word: read })) {
        status.textContent = copy.notKept
        return
      }
      show()
    })
    row.replaceChildren(form)
    word.focus({ preventScroll: true })
  }
  show()
  document.body.prepend(row)
  return row
}
