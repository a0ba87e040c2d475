import { automaticRecoveryMethod } from '@sallyport/contract'
import type { IconShape } from '../../ui/icons.js'

// Shapes from Lucide, as in `ui/icons`.
const cloud: IconShape = { path: 'M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9z' }
const drive: IconShape = {
  path: 'M22 12H2M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11zM6 16h.01M10 16h.01',
}

const key: IconShape = {
  path: 'm15.5 7.5 2.3 2.3a1 1 0 0 0 1.4 0l2.1-2.1a1 1 0 0 0 0-1.4L19 4M21 2l-9.6 9.6M7.5 10a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z',
}

/** An icon for every recovery. */
export const methodIcons = {
  'user-passcode': 'lock',
  'google-drive': drive,
  icloud: cloud,
  passkey: key,
  [automaticRecoveryMethod]: 'user',
} as const satisfies Record<string, IconShape>
