import type { Subject } from '@sallyport/contract/requests'

/** What a request would sign, and the address it says it is signed by; null where the request does not say. */
export interface Reading {
  subject: Subject
  wallet: string | null
}
