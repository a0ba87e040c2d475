import { type Mail, type Mailer, RecipientRefused } from '@sallyport/process/mail'

/** A mailer that stores its mails. Recipients that begin with `bounce` are refused. */
export interface Mailbox extends Mailer {
  /** Every mail, oldest first. */
  readonly mails: readonly Mail[]
  /** Returns the code of the newest mail with one to an address. @throws Error when there is none. */
  codeFor(address: string): string
}

/** Creates an empty mailbox. */
export function createMailbox(): Mailbox {
  const mails: Mail[] = []
  return {
    mails,
    send: async (mail) => {
      if (mail.to.startsWith('bounce')) throw new RecipientRefused('The recipient was refused')
      mails.push(mail)
    },
    close: () => {},
    codeFor: (address) => {
      const isCode = ({ to, subject }: Mail) => to === address && /^\d{6}/.test(subject)
      const code = mails.findLast(isCode)?.subject.slice(0, 6)
      if (code === undefined) throw new Error(`No mail to ${address}`)
      return code
    },
  }
}
