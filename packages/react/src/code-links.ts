import { email, sms } from '@sallyport/core'
import type { CodeCalls } from './late-code-calls.js'

/** Logging in and linking by codes in emails. */
export const emailLinks: CodeCalls = {
  // The modal's code screen waits for the link.
  send: (client, address) => email.sendCode(client, { email: address, withLink: true }),
  login: (client, { address, ...attempt }) => email.login(client, { email: address, ...attempt }),
  sendLink: (client, address) => email.sendLinkCode(client, { email: address }),
  link: (client, { address, code }) => email.link(client, { email: address, code }),
  update: (client, { current, address, code }) =>
    email.update(client, { oldAddress: current, newAddress: address, code }),
  transfer: (client, { address, nonce }) => email.transfer(client, { email: address, nonce }),
  unlink: (client, address) => email.unlink(client, { address }),
}

/** Logging in and linking by codes in text messages. */
export const smsLinks: CodeCalls = {
  send: (client, phoneNumber) => sms.sendCode(client, { phoneNumber }),
  login: (client, { address, ...attempt }) =>
    sms.login(client, { phoneNumber: address, ...attempt }),
  sendLink: (client, phoneNumber) => sms.sendLinkCode(client, { phoneNumber }),
  link: (client, { address, code }) => sms.link(client, { phoneNumber: address, code }),
  update: (client, { current, address, code }) =>
    sms.update(client, { oldPhoneNumber: current, newPhoneNumber: address, code }),
  transfer: (client, { address, nonce }) => sms.transfer(client, { phoneNumber: address, nonce }),
  unlink: (client, phoneNumber) => sms.unlink(client, { phoneNumber }),
}
