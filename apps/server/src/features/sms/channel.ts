import { ApiError } from '@sallyport/contract'
import { isLoopback, optionalText, type SettingValues, text } from '@sallyport/process'
import { channel } from '../../ports/channel.js'
import { type SmsSender, type TwilioAccount, twilioSender } from '../../ports/twilio.js'

const settings = {
  SALLYPORT_SMS_URL: text({
    meaning:
      'API that text messages are sent by: Twilio’s, or another with the same interface. https, except on this machine',
    fallback: 'https://api.twilio.com',
  }),
  SALLYPORT_SMS_ACCOUNT: optionalText({
    meaning:
      'Account SID. Without it the server sends no text messages, and login by SMS is refused',
  }),
  SALLYPORT_SMS_TOKEN: optionalText({
    meaning: 'Auth token of the account: a secret',
    secret: 'text',
  }),
  SALLYPORT_SMS_FROM: optionalText({
    meaning: 'Sender: a number such as `+12015550100`, or the SID of a messaging service (`MG…`)',
  }),
}
type Values = Partial<SettingValues<typeof settings>>

/** Text messages over Twilio's API. */
export const smsChannel = channel({
  settings,
  read: accountOf,
  unsafeInProduction: (values) => [urlProblem(values), ...accountProblems(values)],
  create: (account): SmsSender => (account === null ? notConfigured : twilioSender(account)),
})

/** A server without an account refuses login by SMS; everything else works. */
const notConfigured: SmsSender = {
  isConfigured: false,
  send: async () => {
    throw new ApiError('not_supported', {
      message: 'This server is not set up to send text messages',
    })
  },
  close: () => {},
}

function accountOf(values: Values): TwilioAccount | null {
  const {
    SALLYPORT_SMS_URL: url,
    SALLYPORT_SMS_ACCOUNT: account,
    SALLYPORT_SMS_TOKEN: token,
    SALLYPORT_SMS_FROM: from,
  } = values
  return url && account && token && from ? { url, account, token, from } : null
}

/** Codes and the token go over this connection: without TLS anyone on the way reads them (T-26). */
function urlProblem({ SALLYPORT_SMS_URL: url = '' }: Values): string | undefined {
  const {
    protocol,
    hostname = '',
    username = '',
    password = '',
  } = URL.canParse(url) ? new URL(url) : {}
  if (username !== '' || password !== '') {
    return 'SALLYPORT_SMS_URL must not contain a user or password: use SALLYPORT_SMS_ACCOUNT and SALLYPORT_SMS_TOKEN.'
  }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return undefined
  return 'SALLYPORT_SMS_URL must be an https URL.'
}

/** An account needs a token and a sender. */
function accountProblems(values: Values): (string | undefined)[] {
  const names = ['SALLYPORT_SMS_ACCOUNT', 'SALLYPORT_SMS_TOKEN', 'SALLYPORT_SMS_FROM'] as const
  const isUsed = names.some((name) => values[name] !== undefined)
  const missing = names.filter((name) => isUsed && values[name] === undefined)
  const { SALLYPORT_SMS_FROM: from } = values
  return [
    ...missing.map((name) => `${name} is missing: set all of ${names.join(', ')}, or none.`),
    from === undefined || /^(\+\d{7,15}|MG[0-9a-f]{32})$/.test(from)
      ? undefined
      : 'SALLYPORT_SMS_FROM must be a number such as +12015550100 or the SID of a messaging service.',
  ]
}
