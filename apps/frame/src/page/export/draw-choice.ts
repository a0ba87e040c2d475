import { el } from '../../confirm/screen/dom.js'
import { groupedAddress } from '../../confirm/screen/draw-address.js'
import type { Exportable } from '../../wallet/export.js'
import type { PageCopy } from '../copy/en.js'

/** How a key leaves the wallet. */
export type Format = 'phrase' | 'key' | 'file'

/** The questions before a key is shown. */
interface Choice {
  elements: HTMLElement[]
  /** Whether every consequence is confirmed. */
  isConfirmed(): boolean
  format(): Format
}

/** Draws which address it is about, its consequences and the formats there are. */
export function drawChoice({
  copy,
  wallet: { record, path, address },
  onChange,
}: {
  copy: PageCopy
  wallet: Exportable
  onChange: () => void
}): Choice {
  const texts = copy.export
  const checks = texts.consequences.map((text) => {
    const input = el('input', { type: 'checkbox' })
    input.addEventListener('change', onChange)
    return { input, label: el('label', { class: 'check' }, input, el('span', {}, text)) }
  })
  const note = el('p', { class: 'note', 'aria-live': 'polite' })
  const formats: readonly Format[] =
    record.imported && record.imported !== 'hd-root' ? ['key', 'file'] : ['phrase', 'key', 'file']
  const radios = formats.map((format, index) => {
    const input = el('input', { type: 'radio', name: 'format', value: format })
    input.checked = index === 0
    input.addEventListener('change', () => {
      note.textContent = notes[format]
      onChange()
    })
    return { format, input, label: el('label', {}, input, texts.formats[format]) }
  })
  const notes: Record<Format, string> = {
    phrase: texts.phraseNote,
    key: texts.keyNote,
    file: texts.fileNote,
  }
  note.textContent = notes[formats[0] ?? 'key']
  const chosen = () => radios.find(({ input }) => input.checked)?.format ?? 'key'
  return {
    elements: [
      el('p', {}, texts.controls(copy.chains[path.chainType])),
      el('p', { class: 'address' }, groupedAddress(address)),
      el(
        'fieldset',
        { class: 'checks' },
        el('legend', { class: 'spoken' }, texts.confirm),
        ...checks.map(({ label }) => label),
      ),
      el(
        'fieldset',
        {},
        el('legend', { class: 'spoken' }, texts.format),
        el('div', { class: 'formats' }, ...radios.map(({ label }) => label)),
      ),
      note,
    ],
    isConfirmed: () => checks.every(({ input }) => input.checked),
    format: chosen,
  }
}
