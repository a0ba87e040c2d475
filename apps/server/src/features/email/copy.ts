/** Texts of the sign-in mail. */
export const copy = {
  subject: (code: string, app: string) => `${code} is your ${app} code`,
  heading: (app: string) => `Sign in to ${app}`,
  instruction: 'Enter this code to sign in. It works once, for 10 minutes.',
  asked: (device: string) => `Requested from ${device}.`,
  unknownDevice: 'an unknown device',
  caution: 'Never share this code. If this was not you, do nothing.',
} as const
