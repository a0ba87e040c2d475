import type { CodePurpose } from './mail.js'

/** Texts of the mail with a code. */
export const copy = {
  subject: (code: string, app: string) => `${code} is your ${app} code`,
  heading: {
    login: (app: string) => `Log in to ${app}`,
    link: (app: string) => `Add this email to your ${app} account`,
  } satisfies Record<CodePurpose, (app: string) => string>,
  instruction: {
    login: 'Enter this code to log in. It works once and expires in 10 minutes.',
    link: 'Enter this code to add this email address. It works once and expires in 10 minutes.',
  } satisfies Record<CodePurpose, string>,
  link: 'Finish logging in',
  linkHelp: 'Or open this link and enter the number that the page you are logging in on shows:',
  asked: (device: string) => `Requested from ${device}.`,
  unknownDevice: 'an unknown device',
  caution: 'Never share this code. If you didn’t request this, you can ignore this email.',
} as const
