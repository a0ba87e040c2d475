import {
  type Presentation as PresentedRequest,
  present as presentRequest,
} from '@sallyport/contract/requests'
import type { Words } from '../copy/load-copy.js'
import type { Reading } from '../reading.js'
import { presentAsked } from './present-asked.js'

/** What the sheet shows: a request, or a call of the page, whose cautions have no names. */
export interface Presentation extends Omit<PresentedRequest, 'cautions'> {
  cautions: readonly Omit<PresentedRequest['cautions'][number], 'id'>[]
  /** Whether rejecting is the filled button. */
  isRisky: boolean
}

/** A reading in words: title, what it is about, what to mind. */
export function present(
  { subject, wallet, own, sentTo }: Reading,
  { words, origin }: { words: Words; origin: string },
): Presentation {
  if (subject.kind === 'asked') return presentAsked(subject.asks, words)
  const host = URL.canParse(origin) ? new URL(origin).host : origin
  const shown = presentRequest(subject, {
    ...{ words: words.request, locale: words.locale, wallet, host },
    ...(own ? { own } : {}),
    ...(sentTo ? { sentTo } : {}),
  })
  return { ...shown, isRisky: shown.cautions.some(({ tone }) => tone !== 'plain') }
}
