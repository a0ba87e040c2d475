import type { IconShape } from '../../ui/icons.js'

/** A key, from Lucide as the other icons. */
export const passkeyIcon: IconShape = {
  path: 'm15.5 7.5 2.3 2.3a1 1 0 0 0 1.4 0l2.1-2.1a1 1 0 0 0 0-1.4L19 4M21 2l-9.6 9.6M7.5 10a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z',
}
