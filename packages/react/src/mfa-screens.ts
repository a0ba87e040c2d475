import { addStyle } from './modal/stylesheet.js'
import { accountStyle, qrStyle } from './theme/style-account.js'
import { codeStyle } from './theme/style-code.js'
import { mfaStyle } from './theme/style-mfa.js'
import { requestStyle } from './theme/style-requests.js'

export { MfaEnrollment } from './features/mfa/enrollment.js'
export { MfaPasskey } from './features/mfa/passkey.js'
export { MfaRecoveryCodes } from './features/mfa/recovery-codes.js'
export { MfaRemove } from './features/mfa/remove.js'
export { MfaReset } from './features/mfa/reset.js'
export { MfaSms, MfaSmsCode } from './features/mfa/sms.js'
export { MfaTotp } from './features/mfa/totp.js'
export { MfaVerify } from './features/mfa/verify.js'

/** Dresses the screens of second factors: rows as in the account sheet, cells as for other codes, notices as in requests. */
export function addMfaStyle(): void {
  for (const style of [codeStyle, requestStyle, qrStyle, accountStyle, mfaStyle]) addStyle(style)
}
