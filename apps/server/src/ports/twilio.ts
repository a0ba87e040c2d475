import { ApiError } from '@sallyport/contract'
import { RecipientRefused } from '@sallyport/process/mail'

/** A text message to one person. */
export interface Sms {
  /** E.164. */
  to: string
  text: string
}

/** Sends text messages. */
export interface SmsSender {
  /** False on a server that is not set up to send text messages. Absent: it is. */
  readonly isConfigured?: boolean
  /**
   * @throws RecipientRefused when the number takes no messages, ApiError `user_unsubscribed` when its owner has opted out;
   *   other errors are outages.
   */
  send(sms: Sms): Promise<void>
  /** @throws Error when the service cannot be used, without its answer. Absent where none is configured. */
  check?(): Promise<void>
  close(): void
}

/** An account at Twilio or at a service with its interface. */
export interface TwilioAccount {
  /** Origin of the API, without a path. */
  url: string
  account: string
  token: string
  /** The sender's number, or the SID of a messaging service. */
  from: string
}

/** A user waits for the answer. */
const deadlineMs = 5_000
/** The owner of the number has answered STOP. */
const optedOut = 21610
/** Not a number, not a mobile one, not reachable, or in a region that the account does not send to. */
const recipientCodes: readonly unknown[] = [21211, 21214, 21217, 21408, 21612, 21614, 21635]

/** Creates a sender over the API `POST /2010-04-01/Accounts/{account}/Messages.json`. It never repeats a message. */
export function twilioSender(account: TwilioAccount, fetcher: typeof fetch = fetch): SmsSender {
  const path = `/2010-04-01/Accounts/${encodeURIComponent(account.account)}/Messages.json`
  const url = new URL(path, account.url)
  const credentials = Buffer.from(`${account.account}:${account.token}`).toString('base64')
  const accountUrl = new URL(path.replace('/Messages.json', '.json'), account.url)
  const sender = account.from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return {
    send: async ({ to, text }) => {
      const response = await fetcher(url, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ To: to, [sender]: account.from, Body: text }),
        // The credentials go to this origin only.
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      })
      const { code, sid } = await read(response)
      // Without the id of a message there is none: a proxy may have answered.
      if (response.ok && typeof sid === 'string') return
      if (code === optedOut) throw new ApiError('user_unsubscribed')
      const message = `The SMS provider answered ${response.status} (code ${code})`
      throw recipientCodes.includes(code) ? new RecipientRefused(message) : new Error(message)
    },
    check: async () => {
      const response = await fetcher(accountUrl, {
        headers: { authorization: `Basic ${credentials}` },
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      })
      await response.body?.cancel()
      // A service with this interface need not show the account; it has to know the token.
      if (response.ok || response.status === 404) return
      throw new Error(`The SMS provider answered ${response.status}`)
    },
    close: () => {},
  }
}

/** Reads the answer to its end, which frees the connection. Its text may repeat the number, so only code and id are kept. */
async function read(response: Response): Promise<{ code?: number; sid?: unknown }> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return {}
  const code = Reflect.get(body, 'code')
  return { sid: Reflect.get(body, 'sid'), ...(typeof code === 'number' && { code }) }
}
