import type { TypedField } from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import { el, svg } from './dom.js'
import { icon, identicon } from './icons.js'
import type { Caution, Part, Presentation, Row } from './presentation.js'

/** A confirmation as elements, and those of them that are worked with. */
export interface Sheet {
  /** Veil and sheet; goes into the document. */
  root: HTMLElement
  /** The sheet, all of which must be visible. */
  sheet: HTMLElement
  title: HTMLElement
  approve: HTMLButtonElement
  /** Everything whose press means no. */
  refusals: readonly HTMLElement[]
  /** Says that the sheet is not in full view. */
  covered: HTMLElement
}

/** Draws a confirmation; nothing in it works yet. */
export function draw(
  shown: Presentation,
  { words, appName, host }: { words: Words; appName: string; host: string },
): Sheet {
  const { copy, locale, direction } = words
  const title = el('h1', { id: 'title', tabindex: '-1', dir: 'auto' }, shown.title)
  // What is dangerous makes rejecting the filled button.
  const isGrave = shown.cautions.some(({ tone }) => tone === 'danger')
  const [rejects, approves] = isGrave ? ['primary', 'secondary'] : ['secondary', 'primary']
  const reject = el('button', { type: 'button', class: `button ${rejects}` }, copy.reject)
  const approve = el(
    'button',
    { type: 'button', class: `button approve ${approves}`, 'aria-disabled': 'true' },
    isGrave && shown.approve !== copy.goOn ? copy.anyway(shown.approve) : shown.approve,
  )
  const close = el(
    'button',
    { type: 'button', class: 'close', 'aria-label': copy.close },
    icon('x'),
  )
  const covered = el('p', { class: 'covered', role: 'status' })
  const veil = el('div', { class: 'veil', 'aria-hidden': 'true' })
  const sheet = el(
    'main',
    {
      class: 'sheet',
      role: 'dialog',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
      'aria-describedby': 'asks',
    },
    el('header', {}, asker(host, copy.asksFrom), close),
    el(
      'div',
      { class: 'body', tabindex: '0', 'aria-label': copy.dialog, role: 'group' },
      el(
        'div',
        { class: 'intro' },
        shown.hero && el('div', { class: `hero ${shown.hero}` }, icon(shown.hero, 'large')),
        title,
        el('p', { class: 'help', id: 'asks', dir: 'auto' }, copy.asks(appName || host)),
      ),
      shown.amount &&
        el(
          'p',
          { class: 'amount', dir: 'ltr' },
          shown.amount.value,
          ' ',
          el('span', { class: 'unit' }, shown.amount.unit),
        ),
      ...shown.parts.map((part) => drawPart(part, copy)),
    ),
    el(
      'footer',
      {},
      drawCautions(shown.cautions),
      shown.isFree ? el('p', { class: 'free' }, copy.free) : null,
      covered,
      el('div', { class: 'pair' }, reject, approve),
      el('p', { class: 'own' }, icon('lock', 'small'), copy.own),
    ),
  )
  const root = el(
    'div',
    { class: 'confirmation', lang: locale, dir: direction },
    veil,
    el('div', { class: 'place' }, sheet),
  )
  return { root, sheet, title, approve, refusals: [reject, close, veil], covered }
}

function asker(host: string, label: string): HTMLElement {
  return el(
    'p',
    { class: 'asker' },
    el('span', { class: 'spoken' }, label),
    el('bdi', { dir: 'ltr' }, host),
  )
}

function drawPart(part: Part, copy: Copy): HTMLElement {
  switch (part.kind) {
    case 'rows':
      return el('dl', { class: 'facts' }, ...part.rows.map((row) => drawRow(row, copy)))
    case 'text':
      return el(
        'section',
        { class: `well ${part.isMono ? 'mono' : 'text'}`, 'aria-label': part.label, tabindex: '0' },
        el('div', { dir: part.isMono ? 'ltr' : 'auto' }, part.text),
      )
    case 'tree':
      return el(
        'section',
        { class: 'well', 'aria-label': part.label, tabindex: '0' },
        el('p', { class: 'branch', dir: 'auto' }, part.title),
        drawTree(part.nodes, copy),
      )
    case 'steps':
      return el(
        'ol',
        { class: 'steps' },
        ...part.steps.map(({ title, rows, isRisky }) =>
          el(
            'li',
            isRisky ? { class: 'risky' } : {},
            el('p', { class: 'branch' }, title),
            rows.length > 0 ? el('dl', {}, ...rows.map((row) => drawRow(row, copy))) : null,
          ),
        ),
      )
    case 'details':
      return el(
        'details',
        {},
        el('summary', {}, part.label, icon('chevron-down', 'small')),
        ...part.parts.map((inner) => drawPart(inner, copy)),
      )
  }
}

function drawRow({ label, value, form, note, network, isStrong }: Row, copy: Copy): HTMLElement {
  const content =
    form === 'address'
      ? address(value)
      : el('span', form === 'mono' ? { class: 'mono' } : { dir: 'auto' }, value)
  return el(
    'div',
    { class: `fact ${form ?? ''} ${isStrong ? 'strong' : ''}` },
    el('dt', {}, label),
    el(
      'dd',
      {},
      network ? dot(network.colour) : null,
      content,
      network?.isTest ? el('span', { class: 'badge' }, copy.testNetwork) : null,
      note ? el('small', {}, note) : null,
    ),
  )
}

function dot(colour: string): SVGSVGElement {
  const circle = { d: 'M4 0a4 4 0 1 0 0 8 4 4 0 0 0 0-8', fill: colour }
  return svg({ class: 'dot', viewBox: '0 0 8 8' }, [circle])
}

/** The whole address on two lines of one length; its ends, which people compare, stand out. */
function address(text: string): HTMLElement {
  const head = text.startsWith('0x') ? 8 : 6
  const middle = Math.ceil(text.length / 2)
  const isShort = text.length < 2 * head + 6
  const code = isShort
    ? el('code', { class: 'mono' }, text)
    : el(
        'code',
        { class: 'mono' },
        el('b', {}, text.slice(0, head)),
        text.slice(head, middle),
        el('br'),
        text.slice(middle, -6),
        el('b', {}, text.slice(-6)),
      )
  return el('span', { class: 'address' }, identicon(text), code)
}

/** Items of a list say how many there are. */
function itemsOf(
  { type, content }: { type: string; content: readonly TypedField[] },
  copy: Copy,
): readonly TypedField[] {
  if (!type.endsWith(']')) return content
  return content.map((field, index) => ({
    ...field,
    name: copy.listItem(String(index + 1), String(content.length)),
  }))
}

function drawTree(nodes: readonly TypedField[], copy: Copy): HTMLElement {
  return el(
    'dl',
    { class: 'tree' },
    ...nodes.map(({ name, type, content, isMoney }) =>
      typeof content === 'string'
        ? el(
            'div',
            { class: isMoney ? 'leaf money' : 'leaf' },
            el('dt', { dir: 'auto' }, name, ' ', el('code', { class: 'type' }, type)),
            el('dd', /^0x[0-9a-f]+$/i.test(content) ? { class: 'mono' } : { dir: 'auto' }, content),
          )
        : el(
            'div',
            {},
            el(
              'dt',
              { class: 'branch', dir: 'auto' },
              name,
              ' ',
              el('code', { class: 'type' }, type),
            ),
            el('dd', {}, drawTree(itemsOf({ type, content }, copy), copy)),
          ),
    ),
  )
}

/** One box, however many words of caution: as grave as the gravest. */
function drawCautions(cautions: readonly Caution[]): HTMLElement | null {
  if (cautions.length === 0) return null
  const isGrave = cautions.some(({ tone }) => tone === 'danger')
  return el(
    'div',
    { class: `notice ${isGrave ? 'danger' : 'warning'}` },
    icon(isGrave ? 'triangle' : 'alert'),
    el('div', {}, ...cautions.map(({ text }) => el('p', { dir: 'auto' }, text))),
  )
}
