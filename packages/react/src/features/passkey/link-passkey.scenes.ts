import type { LinkedAccount } from '@sallyport/contract'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const at = 1_767_225_600
const dates = { verified_at: at, first_verified_at: at, latest_verified_at: at }
/** Two passkeys of a user. */
const passkeyAccounts: LinkedAccount[] = [
  {
    type: 'passkey',
    credential_id: 'AQID',
    enrolled_in_mfa: false,
    authenticator_name: 'iCloud Keychain',
    created_with_browser: 'Safari',
    created_with_os: 'iOS',
    created_with_device: 'iPhone',
    ...dates,
  },
  {
    type: 'passkey',
    credential_id: 'BAUG',
    enrolled_in_mfa: false,
    authenticator_name: null,
    created_with_browser: 'Chrome',
    created_with_os: 'Windows',
    created_with_device: 'Windows PC',
    ...dates,
  },
]

const init = '/passkeys/link/init'
const shared = {
  data: {},
  goal: { goal: 'link', method: 'passkey', options: {} },
} as const
const adds = [{ press: '.button.primary' }] as const

/** The passkeys of a user. */
export const scenes: States<'LINK_PASSKEY_SCREEN'> = {
  first: {
    when: 'The user has passkeys and may add another one.',
    ...shared,
    accounts: [phoneAccount, ...passkeyAccounts],
  },
  none: { when: 'The user has no passkey yet.', ...shared, accounts: [phoneAccount] },
  adding: {
    when: 'The browser asks for the new passkey.',
    ...shared,
    accounts: [phoneAccount],
    answers: { server: { [init]: noAnswer } },
    act: adds,
  },
  refused: {
    when: 'The server did not accept the passkey.',
    ...shared,
    accounts: [phoneAccount],
    answers: { server: { [init]: refuse('invalid_credentials') } },
    act: adds,
  },
  removing: {
    when: 'A passkey is to be removed.',
    ...shared,
    accounts: [phoneAccount, ...passkeyAccounts],
    act: [{ press: 'li .quiet:last-child' }],
  },
  renaming: {
    when: 'A passkey gets another name.',
    ...shared,
    accounts: [phoneAccount, ...passkeyAccounts],
    act: [{ press: 'li .quiet' }],
  },
}
