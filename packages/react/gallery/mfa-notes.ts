import type { Note } from './notes.js'

const enrolment = [
  'useMfaEnrollment().showMfaEnrollmentModal()',
  'useSallyport().enrollInMfa()',
  'the account sheet',
]
const settings = ['mfa_methods']

/** The notes on the screens of second factors. */
export const mfaNotes = {
  MFA_VERIFY_SCREEN: {
    title: 'Confirm it’s you',
    when: 'When a user with a second step signs, exports, or changes their logins. It opens above what waits for it, which then goes on.',
    opens: ['every operation that needs a second factor', 'useMfa().promptMfa()'],
    config: ['mfa.noPromptOnMfaRequired'],
    settings,
  },
  MFA_ENROLLMENT_FLOW_SCREEN: {
    title: 'Two-step verification',
    when: 'The second steps of the user, and those that can be added.',
    opens: enrolment,
    config: [],
    settings,
  },
  MFA_TOTP_SCREEN: {
    title: 'Set up an authenticator app',
    when: 'When the user adds an authenticator app.',
    opens: enrolment,
    config: [],
    settings,
  },
  MFA_SMS_SCREEN: {
    title: 'Add a phone number as second step',
    when: 'When the user adds text messages.',
    opens: enrolment,
    config: ['intl.defaultCountry'],
    settings,
  },
  MFA_SMS_CODE_SCREEN: {
    title: 'Confirm the phone number',
    when: 'After a code was sent to the new number.',
    opens: enrolment,
    config: [],
    settings,
  },
  MFA_PASSKEY_SCREEN: {
    title: 'Use a passkey as second step',
    when: 'When the user adds a passkey: one they have, or a new one.',
    opens: enrolment,
    config: [],
    settings: [...settings, 'passkey_rp_id'],
  },
  MFA_RECOVERY_CODES_SCREEN: {
    title: 'Recovery codes',
    when: 'After the first second step was added, and when the user asks for new codes.',
    opens: enrolment,
    config: [],
    settings,
  },
  MFA_REMOVE_SCREEN: {
    title: 'Remove a second step',
    when: 'Before a second step is removed.',
    opens: enrolment,
    config: ['passkeys.shouldUnlinkOnUnenrollMfa'],
    settings,
  },
  MFA_RESET_SCREEN: {
    title: 'Lost second step',
    when: 'When the user can’t confirm in any way.',
    opens: ['the screen that asks for a second step', ...enrolment],
    config: [],
    settings,
  },
} satisfies Record<string, Note>
