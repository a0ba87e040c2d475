import type { Part } from '@sallyport/contract/requests'
import type { Words } from '../copy/load-copy.js'
import { el } from './dom.js'
import { drawPart } from './draw-part.js'
import { icon } from './icons.js'
import type { Presentation } from './present.js'

/** A confirmation as elements, and those of them that are worked with. */
export interface Sheet {
  /** Veil and sheet; goes into the document. */
  root: HTMLElement
  /** The sheet, all of which must be visible. */
  sheet: HTMLElement
  title: HTMLElement
  /** What scrolls; its end has to have been seen. */
  body: HTMLElement
  /** Says that there is more below, and goes there. */
  more: HTMLElement
  /** What a stop has to be agreed to by; null where nothing is to be agreed to. */
  agreement: HTMLInputElement | null
  approve: HTMLButtonElement
  /** Everything whose press means no. */
  refusals: readonly HTMLElement[]
  /** Says why a press does not count. */
  hint: HTMLElement
}

/** Draws a confirmation; nothing in it works yet. */
export function draw(
  shown: Presentation,
  { words, appName, host }: { words: Words; appName: string; host: string },
): Sheet {
  const { copy, request, locale, direction } = words
  const title = el('h1', { id: 'title', tabindex: '-1', dir: 'auto' }, shown.title)
  // What is risky makes rejecting the filled button; it is on the left in any case.
  const [rejects, approves] = shown.isRisky ? ['primary', 'secondary'] : ['secondary', 'primary']
  const reject = el('button', { type: 'button', class: `button reject ${rejects}` }, request.reject)
  const approve = el(
    'button',
    { type: 'button', class: `button approve ${approves}`, 'aria-disabled': 'true' },
    shown.isRisky ? request.anyway(shown.approve) : shown.approve,
  )
  const close = el(
    'button',
    { type: 'button', class: 'close', 'aria-label': copy.close },
    icon('x'),
  )
  const hint = el('p', { class: 'covered', role: 'status' })
  const veil = el('div', { class: 'veil', 'aria-hidden': 'true' })
  const more = el(
    'button',
    { type: 'button', class: 'more', hidden: '' },
    request.moreBelow,
    icon('chevron-down', 'small'),
  )
  const agreement = shown.cautions.some(({ isStop }) => isStop)
    ? el('input', { type: 'checkbox', class: 'agreement' })
    : null
  const body = drawBody(shown, { words, title, asks: copy.asks(appName || host) })
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
    body,
    el(
      'footer',
      {},
      more,
      drawCautions(shown.cautions),
      agreement && el('label', { class: 'agree' }, agreement, el('span', {}, request.understood)),
      shown.isFree ? el('p', { class: 'free' }, request.free) : null,
      hint,
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
  const refusals = [reject, close, veil]
  return { root, sheet, title, body, more, agreement, approve, refusals, hint }
}

function drawBody(
  { hero, amount, parts }: Presentation,
  { words, title, asks }: { words: Words; title: HTMLElement; asks: string },
): HTMLElement {
  return el(
    'div',
    { class: 'body', tabindex: '0', 'aria-label': words.copy.dialog, role: 'group' },
    el(
      'div',
      { class: 'intro' },
      hero && el('div', { class: `hero ${hero}` }, icon(hero, 'large')),
      title,
      el('p', { class: 'help', id: 'asks', dir: 'auto' }, asks),
    ),
    amount &&
      el(
        'p',
        { class: isLong(amount) ? 'amount long' : 'amount', dir: 'ltr' },
        amount.value,
        ' ',
        el('span', { class: amount.isUnverified ? 'unit unverified' : 'unit' }, amount.unit),
      ),
    ...joinCosts(parts).map((part) => drawPart(part, words)),
  )
}

/** What a request costs is one of its facts here: the frame asks no network. */
function joinCosts(parts: readonly Part[]): readonly Part[] {
  const costs = parts.flatMap((part) =>
    part.kind === 'rows' && part.role === 'costs' ? part.rows : [],
  )
  const rest = parts.filter((part) => part.kind !== 'rows' || part.role === 'facts')
  const at = rest.findIndex(({ kind }) => kind === 'rows')
  return rest.map((part, index) =>
    index === at && part.kind === 'rows' ? { ...part, rows: [...part.rows, ...costs] } : part,
  )
}

function isLong({ value, unit }: NonNullable<Presentation['amount']>): boolean {
  return value.length + unit.length > 21
}

function asker(host: string, label: string): HTMLElement {
  return el(
    'p',
    { class: 'asker' },
    el('span', { class: 'spoken' }, label),
    el('bdi', { dir: 'ltr' }, host),
  )
}

/** One box, however many words of caution: as grave as the gravest. */
function drawCautions(cautions: Presentation['cautions']): HTMLElement | null {
  if (cautions.length === 0) return null
  const tones = cautions.map(({ tone }) => tone)
  const gravest = (['danger', 'warning', 'plain'] as const).find((tone) => tones.includes(tone))
  return el(
    'div',
    { class: `notice ${gravest}` },
    icon(gravest === 'danger' ? 'triangle' : 'alert'),
    el('div', {}, ...cautions.map(({ text }) => el('p', { dir: 'auto' }, text))),
  )
}
