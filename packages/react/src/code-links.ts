import { email, type SallyportClient, sms, type User } from '@sallyport/core'

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

/** Linking by codes in emails. */
export const emailLinks: CodeLinks = {
  sendLink: (client, address) => email.sendLinkCode(client, { email: address }),
  link: (client, { address, code }) => email.link(client, { email: address, code }),
  update: (client, { current, address, code }) =>
    email.update(client, { oldAddress: current, newAddress: address, code }),
  transfer: (client, { address, nonce }) => email.transfer(client, { email: address, nonce }),
  unlink: (client, address) => email.unlink(client, { address }),
}

/** Linking by codes in text messages. */
export const smsLinks: CodeLinks = {
  sendLink: (client, phoneNumber) => sms.sendLinkCode(client, { phoneNumber }),
  link: (client, { address, code }) => sms.link(client, { phoneNumber: address, code }),
  update: (client, { current, address, code }) =>
    sms.update(client, { oldPhoneNumber: current, newPhoneNumber: address, code }),
  transfer: (client, { address, nonce }) => sms.transfer(client, { phoneNumber: address, nonce }),
  unlink: (client, phoneNumber) => sms.unlink(client, { phoneNumber }),
}
