import type { ConfirmationAsks } from '@sallyport/contract'
import type { Subject } from '@sallyport/contract/requests'

/** The address that will sign, as this device derived it before; null when it has not. */
export type OwnAddress = () => Promise<string | null>

/** What the user is asked about a call of the page, which signs nothing. */
export interface Asked {
  kind: 'asked'
  asks: ConfirmationAsks
}

/** What a request would sign, and the address it says it is signed by; null where the request does not say. */
export interface Reading {
  subject: Subject | Asked
  wallet: string | null
  /** The user's addresses, as far as this device derived them. */
  own?: readonly string[]
  /** Where the user has sent before from this browser. */
  sentTo?: readonly string[]
}
