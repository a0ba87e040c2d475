import { el } from '../confirm/screen/dom.js'
import { drawMark } from './marks.js'
import type { WalletSign } from './wallet-signs.js'

/** The sign as a line of its own. `label` says what it is to who does not see it. */
export function drawSign({ mark, word }: WalletSign, label: string): HTMLElement {
  return el(
    'p',
    { class: 'sign' },
    drawMark(mark),
    el('span', { class: 'spoken' }, `${label}: `),
    el('bdi', {}, word),
  )
}

/** The style of the line, wherever it is drawn. */
export const signStyle = `
.sign{display:flex;align-items:center;justify-content:center;gap:8px;margin:0;font-size:.8125rem;line-height:1.125rem;font-weight:600;color:var(--sp-text);overflow-wrap:anywhere}
.mark{flex:none;width:18px;height:18px}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`
