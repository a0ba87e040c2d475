import { mailAddress, smtpMailer, smtpProblem, smtpUrl } from '@sallyport/process/mail'
import { channel } from '../../ports/channel.js'

/** Mail over SMTP. */
export const emailChannel = channel({
  settings: {
    SALLYPORT_SMTP_URL: smtpUrl({
      meaning:
        '`smtps://user:password@host:465`, or `smtp://user:password@host:587?requireTLS=true` for STARTTLS. Without TLS only on this machine',
    }),
    SALLYPORT_MAIL_FROM: mailAddress({
      meaning: 'Address that mails come from; the name shown is the app’s',
      purpose: 'the address mails come from',
    }),
  },
  read: ({ SALLYPORT_SMTP_URL: url, SALLYPORT_MAIL_FROM: from }) => ({ url, from }),
  unsafeInProduction: ({ SALLYPORT_SMTP_URL: url }) => [
    smtpProblem('SALLYPORT_SMTP_URL', url ?? ''),
  ],
  create: smtpMailer,
})
