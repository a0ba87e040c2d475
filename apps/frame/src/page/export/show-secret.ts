import { el } from '../../confirm/screen/dom.js'
import type { Page } from '../open-page.js'

/** How long a key stays on screen, and in the clipboard. */
const shownTimeMs = 60_000
const tickMs = 1_000

/**
 * Shows a secret until the user hides it, a minute is over, or the window is left. It is in the document for that time only.
 */
export function showSecret(
  page: Pick<Page, 'main' | 'words' | 'clock' | 'clipboard'>,
  { secret, isPhrase, onHidden }: { secret: string; isPhrase: boolean; onHidden: () => void },
): void {
  const { main, words, clock } = page
  const { export: texts } = words.copy
  const ending = new AbortController()
  const label = isPhrase ? texts.secretLabel.phrase : texts.secretLabel.key
  const shown = drawSecret(secret, { isPhrase, label })
  const left = el('p', { class: 'status' })
  const status = el('p', { class: 'status', role: 'status' })
  const copy = el('button', { type: 'button', class: 'secondary' }, texts.copy)
  const hide = el('button', { type: 'button', class: 'primary' }, texts.hide)
  const endsAtMs = clock.nowMs() + shownTimeMs
  let stopTick = () => {}
  const tick = () => {
    const leftMs = endsAtMs - clock.nowMs()
    if (leftMs <= 0) return end()
    left.textContent = texts.seconds(Math.ceil(leftMs / 1000))
    stopTick = clock.after(Math.min(tickMs, leftMs), tick)
  }
  const end = () => {
    if (ending.signal.aborted) return
    ending.abort()
    stopTick()
    shown.replaceChildren()
    onHidden()
  }
  const { signal } = ending
  hide.addEventListener('click', end, { signal })
  copy.addEventListener('click', () => void copySecret(), { signal })
  window.addEventListener('blur', end, { signal })
  window.addEventListener('pagehide', end, { signal })
  document.addEventListener('visibilitychange', end, { signal })
  main.replaceChildren(
    el('p', {}, label),
    shown,
    el('div', { class: 'pair' }, copy, hide),
    left,
    status,
  )
  tick()
  hide.focus({ preventScroll: true })

  async function copySecret() {
    const { clipboard } = page
    try {
      if (!clipboard) throw new Error('no clipboard')
      await clipboard.writeText(secret)
      status.textContent = texts.copied
      // Browsers may refuse this without a new click: the text says when, and that is the most that can be done.
      clock.after(shownTimeMs, () => void clipboard.writeText('').catch(() => undefined))
    } catch {
      status.textContent = texts.notCopied
    }
  }
}

function drawSecret(
  secret: string,
  { isPhrase, label }: { isPhrase: boolean; label: string },
): HTMLElement {
  const attributes = { class: isPhrase ? 'secret words' : 'secret', 'aria-label': label }
  if (!isPhrase) return el('div', { ...attributes, role: 'group' }, secret)
  return el('ol', attributes, ...secret.split(' ').map((word) => el('li', {}, word)))
}
