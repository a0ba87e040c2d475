import { loadCopy, type Words } from '../../confirm/copy/load-copy.js'
import { type ApprovalCopy, en } from './en.js'

/** The texts of the approval page, with those of the requests that it shows. */
export interface ApprovalWords {
  copy: ApprovalCopy
  /** Of the confirmation that the request is shown in. */
  words: Words
}

/** The words of the first of the browser's `languages` that there are words for. */
export async function loadApprovalCopy(languages: readonly string[]): Promise<ApprovalWords> {
  const words = await loadCopy(languages)
  const copy = words.direction === 'rtl' ? (await import('./ar.js')).ar : en
  // What the sheet says of itself is otherwise: this page stands alone.
  return { copy, words: { ...words, copy: { ...words.copy, own: copy.own, asks: copy.asks } } }
}
