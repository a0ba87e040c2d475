import { plainPresentation } from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Reading } from '../reading.js'
import type { Presentation } from './present.js'

/**
 * Whether a press must not be made where another page can draw: for everything but text that reads without a warning. No browser tells
 * a frame of a CSS mask over it, so a sheet in a page may be pressed by users who see something else.
 */
export function needsWindow({ subject }: Reading, { cautions }: Presentation): boolean {
  return subject.kind !== 'message' || cautions.length > 0
}

/** What the frame shows before its window: what it is about, and the button that opens it. A blind press on it approves nothing. */
export function windowFirst({ title, hero }: Presentation, { window: texts }: Copy): Presentation {
  return {
    ...plainPresentation(title, texts.open),
    hero,
    cautions: [{ tone: 'warning', isStop: false, text: texts.why }],
    isRisky: false,
  }
}
