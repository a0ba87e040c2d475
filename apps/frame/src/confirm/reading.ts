import type { Subject } from '@sallyport/contract/requests'

/** The address that will sign, as this device derived it before; null when it has not. */
export type OwnAddress = () => Promise<string | null>

/** What a request would sign, and the address it says it is signed by; null where the request does not say. */
export interface Reading {
  subject: Subject
  wallet: string | null
}
