import { foldText, type Part, type Row, type TypedField } from '@sallyport/contract/requests'
import type { Words } from '../copy/load-copy.js'
import { type Child, el, svg } from './dom.js'
import { drawAddress } from './draw-address.js'
import { icon } from './icons.js'

/** A piece of a presentation as elements. */
export function drawPart(part: Part, words: Words): HTMLElement | null {
  switch (part.kind) {
    case 'rows':
      return part.rows.length === 0
        ? null
        : el('dl', { class: 'facts' }, ...part.rows.map((row) => drawRow(row, words)))
    case 'text':
      return el(
        'section',
        { class: `well ${part.isMono ? 'mono' : 'text'}`, 'aria-label': part.label, tabindex: '0' },
        el('div', { dir: part.isMono ? 'ltr' : 'auto' }, ...foldedText(part.text, words)),
      )
    case 'tree':
      return el(
        'section',
        { class: 'well', 'aria-label': part.label, tabindex: '0' },
        el('p', { class: 'branch', dir: 'auto' }, part.title),
        drawTree(part.nodes, words),
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
            rows.length > 0 ? el('dl', {}, ...rows.map((row) => drawRow(row, words))) : null,
          ),
        ),
      )
    case 'details':
      return drawDetails(part, words)
  }
}

function drawDetails(part: Extract<Part, { kind: 'details' }>, words: Words): HTMLElement {
  const details = el(
    'details',
    {},
    el('summary', {}, part.label, icon('chevron-down', 'small')),
    ...part.parts.map((inner) => drawPart(inner, words)),
  )
  // What opens below the edge would look as if nothing had happened.
  details.addEventListener('toggle', () => {
    if (details.open) details.scrollIntoView({ block: 'nearest' })
  })
  return details
}

/** A text whose long runs of emptiness are folded to their number. */
function foldedText(text: string, { request }: Words): Child[] {
  return foldText(text).map((piece) => {
    if (piece.kind === 'text') return piece.text
    const said = piece.kind === 'lines' ? request.emptyLines : request.spaces
    const mark = el('span', { class: `fold ${piece.kind}` }, `· ${said(piece.count)} ·`)
    return mark
  })
}

function drawRow(row: Row, words: Words): HTMLElement {
  const { label, value, form, note, network, isStrong, isUnverified, token } = row
  const content =
    form === 'address'
      ? drawAddress(value)
      : el('span', form === 'mono' ? { class: 'mono' } : { dir: 'auto' }, value)
  const classes = ['fact', form, isStrong && 'strong', isUnverified && 'unverified']
  return el(
    'div',
    { class: classes.filter(Boolean).join(' ') },
    el('dt', {}, label),
    el(
      'dd',
      {},
      token
        ? el('p', { class: token.isListed ? 'name' : 'name unverified' }, el('bdi', {}, token.name))
        : null,
      network ? dot(network.colour ?? 'currentColor') : null,
      content,
      network?.isTest ? el('span', { class: 'badge' }, words.request.testNetwork) : null,
      note ? el('small', {}, note) : null,
    ),
  )
}

function dot(colour: string): SVGSVGElement {
  const circle = { d: 'M4 0a4 4 0 1 0 0 8 4 4 0 0 0 0-8', fill: colour }
  return svg({ class: 'dot', viewBox: '0 0 8 8' }, [circle])
}

/** Items of a list say how many there are. */
function itemsOf(
  { type, content }: { type: string; content: readonly TypedField[] },
  { request }: Words,
): readonly TypedField[] {
  if (!type.endsWith(']')) return content
  return content.map((field, index) => ({
    ...field,
    name: request.listItem(String(index + 1), String(content.length)),
  }))
}

function drawTree(nodes: readonly TypedField[], words: Words): HTMLElement {
  return el('dl', { class: 'tree' }, ...nodes.map((node) => drawNode(node, words)))
}

function drawNode({ name, type, content, isMoney, marks = [] }: TypedField, words: Words) {
  const declared = el('code', { class: 'type' }, type)
  if (typeof content !== 'string') {
    return el(
      'div',
      {},
      el('dt', { class: 'branch', dir: 'auto' }, name, ' ', declared),
      el('dd', {}, drawTree(itemsOf({ type, content }, words), words)),
    )
  }
  const { hiddenHere, mixedScripts } = words.request
  const notes = marks.map((mark) =>
    el('small', { class: 'mark' }, mark === 'hidden' ? hiddenHere : mixedScripts),
  )
  const isMono = /^0x[0-9a-f]+$/i.test(content)
  return el(
    'div',
    { class: isMoney ? 'leaf money' : 'leaf' },
    el('dt', { dir: 'auto' }, name, ' ', declared),
    el('dd', isMono ? { class: 'mono' } : { dir: 'auto' }, ...foldedText(content, words), ...notes),
  )
}
