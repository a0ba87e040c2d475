import { user as users } from '@sallyport/core'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import { emailAccount, googleAccount, phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const email = emailAccount('ada.lovelace@harbour.example')
const appleAccount = {
  type: 'apple_oauth',
  subject: '117',
  email: null,
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: 1,
} as const
const ownAccount = {
  type: 'custom_auth',
  custom_user_id: 'harbour-117',
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: 1,
} as const
const below = { screen: 'ACCOUNT_SCREEN', data: {} } as const
const shared = {
  data: { linked: users.accountOf(email) },
  below,
  goal: { goal: 'account' },
  accounts: [email, phoneAccount],
} as const
const remove = { press: '.button.secondary' }
const confirm = { press: '.button.danger' }

/** One linked account. */
export const scenes: States<'ACCOUNT_LINKED_SCREEN'> = {
  first: { when: 'An address the user can change or remove.', ...shared },
  sole: {
    when: 'The only way to log in: it can’t be removed.',
    ...shared,
    accounts: [email],
  },
  own: {
    when: 'An account of the app’s own login, which belongs to the app.',
    ...shared,
    data: { linked: users.accountOf(ownAccount) },
    accounts: [email, ownAccount],
  },
  provider: {
    when: 'An account of a login provider.',
    ...shared,
    data: { linked: users.accountOf(googleAccount) },
    accounts: [email, googleAccount],
  },
  unnamed: {
    when: 'The provider shares nothing that names the account.',
    ...shared,
    data: { linked: users.accountOf(appleAccount) },
    accounts: [email, appleAccount],
  },
  confirm: { when: 'The user wants to remove the account.', ...shared, act: [remove] },
  removing: {
    when: 'The account is being removed.',
    ...shared,
    answers: { server: { '/passwordless/unlink': noAnswer } },
    act: [remove, confirm],
  },
  refused: {
    when: 'The server refuses to remove the account.',
    ...shared,
    answers: { server: { '/passwordless/unlink': refuse('cannot_unlink_sole_account') } },
    act: [remove, confirm],
  },
}
