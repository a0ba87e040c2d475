import type { MfaMethod, MfaVerification } from '@sallyport/core'
import type { Problem } from './problem.js'
import type { Screen } from './screens.js'

type Nothing = Record<never, never>

/** How the enrolment of a factor ends. */
interface EnrolOutcomes {
  enrolled: { isFirst: boolean }
  failed: Problem
}

/** The screens of second factors. */
export interface MfaScreens {
  MFA_VERIFY_SCREEN: Screen<
    { verification: MfaVerification },
    { passed: Nothing; gaveUp: Nothing; lost: Nothing }
  >
  MFA_ENROLLMENT_FLOW_SCREEN: Screen<
    { isIntroDone: boolean },
    {
      chosen: { method: MfaMethod }
      manages: { method: MfaMethod }
      codes: Nothing
      lost: Nothing
      closed: Nothing
    }
  >
  MFA_TOTP_SCREEN: Screen<Nothing, EnrolOutcomes>
  MFA_SMS_SCREEN: Screen<Nothing, { codeSent: { phoneNumber: string }; failed: Problem }>
  MFA_SMS_CODE_SCREEN: Screen<{ phoneNumber: string }, EnrolOutcomes & { wrongNumber: Nothing }>
  MFA_PASSKEY_SCREEN: Screen<Nothing, EnrolOutcomes>
  MFA_RECOVERY_CODES_SCREEN: Screen<Nothing, { saved: Nothing; failed: Problem }>
  MFA_REMOVE_SCREEN: Screen<
    { method: MfaMethod },
    { removed: Nothing; kept: Nothing; failed: Problem }
  >
  MFA_RESET_SCREEN: Screen<Nothing, { finished: Nothing }>
}
