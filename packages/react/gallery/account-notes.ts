import type { ScreenName } from '../src/flow/screens.js'
import type { Note } from './notes.js'

const opens = ['useSallyport().openAccount()', 'UserButton']

type AccountScreen = Extract<ScreenName, `ACCOUNT_${string}`>

/** The notes on the screens of the account sheet. */
export const accountNotes: Record<Exclude<AccountScreen, 'ACCOUNT_NOT_FOUND_SCREEN'>, Note> = {
  ACCOUNT_SCREEN: {
    title: 'Account',
    when: 'When a user opens their account.',
    opens,
    config: [],
    settings: [],
  },
  ACCOUNT_DEVICES_SCREEN: {
    title: 'Devices',
    when: 'From the account sheet: where the user is logged in.',
    opens,
    config: [],
    settings: [],
  },
  ACCOUNT_ACTIVITY_SCREEN: {
    title: 'Activity',
    when: 'From the account sheet: what happened to the account, newest first.',
    opens,
    config: [],
    settings: [],
  },
  ACCOUNT_APPS_SCREEN: {
    title: 'Apps that act for you',
    when: 'From the account sheet: the apps and sites that know the user’s wallets, to disconnect them.',
    opens,
    config: [],
    settings: ['cross_app'],
  },
  ACCOUNT_ADD_SCREEN: {
    title: 'Add a way to log in',
    when: 'From the account sheet: the methods the user can add.',
    opens,
    config: ['loginMethods'],
    settings: [],
  },
  ACCOUNT_LINKED_SCREEN: {
    title: 'A linked account',
    when: 'From the account sheet: one account, to change or to remove.',
    opens,
    config: [],
    settings: [],
  },
  ACCOUNT_WALLET_SCREEN: {
    title: 'A wallet',
    when: 'From the account sheet: balance and address of one wallet.',
    opens,
    config: ['supportedChains', 'solanaClusters'],
    settings: [],
  },
  ACCOUNT_SEND_SCREEN: {
    title: 'Send',
    when: 'From a wallet of the account sheet. The request is shown next, as for every transaction.',
    opens,
    config: ['supportedChains', 'solanaClusters'],
    settings: [],
  },
}
