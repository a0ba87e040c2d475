import { el } from '../confirm/screen/dom.js'
import { icon } from '../confirm/screen/icons.js'
import type { ProgramCopy } from './copy/en.js'
import type { Asking } from './grantee.js'

/** Who asks: a name that the program gives itself, and its key, by which its user knows it. */
export function drawWho(
  { client_name: name, asked }: Asking,
  { copy, fingerprint }: { copy: ProgramCopy; fingerprint: string },
): HTMLElement {
  const fact = (label: string, value: Node, help: string) =>
    el('div', { class: 'fact' }, el('dt', {}, label), el('dd', {}, value, el('small', {}, help)))
  const purpose = asked.purpose?.trim()
  return el(
    'dl',
    { class: 'facts who' },
    fact(copy.says, el('bdi', { class: 'said' }, `“${name}”`), copy.unchecked),
    purpose
      ? el(
          'div',
          { class: 'fact' },
          el('dt', {}, copy.purpose),
          el('dd', { dir: 'auto' }, `“${purpose}”`),
        )
      : null,
    fact(copy.key, el('code', { class: 'print', dir: 'ltr' }, fingerprint), copy.keyHelp),
  )
}

/** Tells users who were sent a code to stop. */
export function drawCaution({ caution }: ProgramCopy): HTMLElement {
  return el(
    'p',
    { class: 'caution' },
    icon('triangle', 'small'),
    el('span', { dir: 'auto' }, caution),
  )
}
