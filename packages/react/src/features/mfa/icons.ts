import type { mfa } from '@sallyport/core'
import type { IconShape } from '../../ui/icons.js'

/** Shapes from Lucide, as in `ui/icons`; here because no login needs them. */
export const shieldIcon: IconShape = {
  path: 'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4',
}
const key: IconShape = {
  path: 'm15.5 7.5 2.3 2.3a1 1 0 0 0 1.4 0l2.1-2.1a1 1 0 0 0 0-1.4L19 4M21 2l-9.6 9.6M7.5 10a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11',
}
const phone: IconShape = {
  path: 'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 18h.01',
}
const message: IconShape = {
  path: 'M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2zM8 10h8',
}

/** The icon of each way to prove a second factor. */
export const factorIcons = {
  totp: phone,
  passkey: key,
  sms: message,
  recovery_code: 'file',
} as const satisfies Record<mfa.MfaProofMethod, IconShape>
