import { useMemo } from 'react'
import { useKit } from '../context.js'
import { mfaActionsOf } from '../mfa-actions.js'

/** Adds and removes second factors of the user, with screens of the kit or of the app. */
export function useMfaEnrollment() {
  const kit = useKit()
  return useMemo(() => {
    const { promptMfa, init, submit, cancel, enrollInMfa, unenroll, ...others } = mfaActionsOf(kit)
    const { setWalletPassword, setWalletRecovery, ...pairs } = others
    return {
      ...pairs,
      unenrollWithSms: () => unenroll('sms'),
      unenrollWithTotp: () => unenroll('totp'),
      unenrollWithPasskey: () => unenroll('passkey'),
      showMfaEnrollmentModal: () => enrollInMfa(true),
      closeMfaEnrollmentModal: () => enrollInMfa(false),
    }
  }, [kit])
}
