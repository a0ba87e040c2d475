/** Texts of the login mail. */
export const copy = {
  subject: (code: string, app: string) => `${code} is your ${app} code`,
  heading: (app: string) => `Log in to ${app}`,
  instruction: 'Enter this code to log in. It works once and expires in 10 minutes.',
  asked: (device: string) => `Requested from ${device}.`,
  unknownDevice: 'an unknown device',
  caution: 'Never share this code. If you didn’t request this, you can ignore this email.',
} as const
