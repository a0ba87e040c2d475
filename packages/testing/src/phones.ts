import { RecipientRefused } from '@sallyport/process/mail'
import type { Deps } from '@sallyport/server'

type SmsSender = Deps['channels']['sms']
type Sms = Parameters<SmsSender['send']>[0]

/** A sender that stores its messages. Numbers that end in 0199 are refused. */
export interface Phones extends SmsSender {
  /** Every message, oldest first. */
  readonly messages: readonly Sms[]
  /** Returns the code of the newest message to a number. @throws Error when there is none. */
  codeFor(number: string): string
}

/** Creates phones without messages. */
export function createPhones(): Phones {
  const messages: Sms[] = []
  return {
    messages,
    send: async (sms) => {
      if (sms.to.endsWith('0199')) throw new RecipientRefused('The number was refused')
      messages.push(sms)
    },
    close: () => {},
    codeFor: (number) => {
      const code = messages.findLast(({ to }) => to === number)?.text.slice(0, 6)
      if (code === undefined) throw new Error(`No message to ${number}`)
      return code
    },
  }
}
