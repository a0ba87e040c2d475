import { ClientError, type SallyportClient, type User } from '@sallyport/core'

/** How the codes of a method link and replace addresses; what `CodeLogin` has of it, and `unlink`. */
export interface CodeLinks {
  sendLink(client: SallyportClient, address: string): Promise<void>
  link(client: SallyportClient, proof: { address: string; code: string }): Promise<User>
  update(
    client: SallyportClient,
    proof: { current: string; address: string; code: string },
  ): Promise<User>
  transfer(client: SallyportClient, given: { address: string; nonce: string }): Promise<User>
  unlink(client: SallyportClient, address: string): Promise<User>
}

const refuse = () => Promise.reject(new ClientError('not_supported'))
const none: CodeLinks = {
  sendLink: refuse,
  link: refuse,
  update: refuse,
  transfer: refuse,
  unlink: refuse,
}

/** Linking by codes in emails. */
export const emailLinks: CodeLinks = none

/** Linking by codes in text messages. */
export const smsLinks: CodeLinks = none
