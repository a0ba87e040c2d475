import * as z from 'zod/mini'
import type { WalletSign } from '../sign/wallet-signs.js'
import type { Reading } from './reading.js'
import type { Look } from './screen/theme.js'

/*
 * What the hidden frame and the window that it opens say to each other. Both are of the wallet's origin; each checks that a message
 * comes from the other's window and from this origin.
 */

/** What the window is told to ask. */
export interface WindowQuestion {
  reading: Reading
  origin: string
  look: Look
  /** What the user knows their wallet by: the window may read another part of this origin's storage than the frame. */
  sign: WalletSign | null
}

/** The window listens. */
export const windowReady = 'sallyport:window:ready'
/** The end of the path of the window's page. */
export const windowPath = 'confirm'

/** What the user pressed in the window. */
export const windowAnswer = z.strictObject({ isApproved: z.boolean() })
