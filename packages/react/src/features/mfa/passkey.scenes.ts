import type { LinkedAccount } from '@sallyport/contract'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const at = 1_767_225_600
const passkeyAccount = (id: string, device: string, isUsed: boolean): LinkedAccount => ({
  type: 'passkey',
  credential_id: id,
  enrolled_in_mfa: isUsed,
  authenticator_name: null,
  created_with_browser: null,
  created_with_os: null,
  created_with_device: device,
  verified_at: at,
  first_verified_at: at,
  latest_verified_at: at,
})
const shared = {
  data: {},
  goal: { goal: 'mfa-enroll' },
  below: { screen: 'MFA_ENROLLMENT_FLOW_SCREEN', data: { isIntroDone: true } },
} as const
const choose = [{ press: '.row' }]

/** A passkey as a factor. */
export const scenes: States<'MFA_PASSKEY_SCREEN'> = {
  first: {
    when: 'The user has passkeys, one of which is a second step already.',
    ...shared,
    accounts: [
      phoneAccount,
      passkeyAccount('AQID', 'iPhone', false),
      passkeyAccount('BAUG', 'MacBook', true),
    ],
    factors: ['passkey'],
  },
  none: { when: 'The user has no passkey yet.', ...shared, accounts: [phoneAccount] },
  adding: {
    when: 'A passkey is being added.',
    ...shared,
    accounts: [phoneAccount, passkeyAccount('AQID', 'iPhone', false)],
    answers: { frame: { 'privy:mfa:submit-enrollment': noAnswer } },
    act: choose,
  },
  failed: {
    when: 'The server did not take it.',
    ...shared,
    accounts: [phoneAccount, passkeyAccount('AQID', 'iPhone', false)],
    answers: { frame: { 'privy:mfa:submit-enrollment': refuse('error') } },
    act: choose,
  },
}
