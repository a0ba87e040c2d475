import type { LoginMethod } from '../../flow/screens.js'
import { loginMethods } from '../../login-methods.js'
import { emailAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const below = { screen: 'ACCOUNT_SCREEN', data: {} } as const
const shared = { data: {}, below, goal: { goal: 'account' } } as const

// The names of the record.
const allMethods = Object.keys(loginMethods) as LoginMethod[]

/** The methods a user can add. */
export const scenes: States<'ACCOUNT_ADD_SCREEN'> = {
  first: {
    when: 'The user has an email address, and the app offers more.',
    ...shared,
    accounts: [emailAccount('ada@harbour.example')],
    config: { loginMethods: ['email', 'sms'] },
  },
  'every-method': {
    when: 'The app has every login method on.',
    ...shared,
    accounts: [emailAccount('ada@harbour.example')],
    config: { loginMethods: allMethods },
  },
  none: {
    when: 'The user has everything that the app offers.',
    ...shared,
    accounts: [emailAccount('ada@harbour.example')],
    config: { loginMethods: ['email'] },
  },
}
