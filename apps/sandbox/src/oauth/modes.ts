/** What a login at a simulated provider does, by what the login page says about it. */
export const modes = {
  normal: 'Log in',
  suspended: 'The account is suspended',
  'no-email': 'No email address is shared',
  'unverified-email': 'The email address is not verified',
  'no-subject': 'The answer does not say who it is',
  'wrong-nonce': 'The ID token is for another login',
  'wrong-audience': 'The ID token is for another app',
  'wrong-issuer': 'The ID token is from someone else',
  expired: 'The ID token has expired',
  unsigned: 'The ID token is not signed',
  slow: 'The provider takes 8 seconds',
  down: 'The provider fails with status 500',
  garbage: 'The provider answers garbage',
} as const
export type Mode = keyof typeof modes

/** The mode a form field names; `normal` for anything else. */
export function readMode(value: string | null): Mode {
  return Object.keys(modes).find((mode): mode is Mode => mode === value) ?? 'normal'
}
