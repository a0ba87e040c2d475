import type { MatrixCell } from './method-entry.js'

const sentence = 'The routes that link this account do not exist yet.'

/** Skips of a method whose link, unlink and transfer are not built. */
export const notLinkedYet: Partial<Record<MatrixCell, string>> = {
  link: sentence,
  conflict: sentence,
  transfer: sentence,
  unlink: sentence,
  'unlink the sole one': sentence,
  'link while the method is off': sentence,
  'link past the allow-list': sentence,
  'guest of a full app': sentence,
}
