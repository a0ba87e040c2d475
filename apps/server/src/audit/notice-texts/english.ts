import { byOAuthType, oauthProviderNames } from '@sallyport/contract'
import { deviceWords } from '../../messages/device-words.js'
import type { NoticeTexts, Noun } from './texts.js'

/** Notices in English. */
export const english: NoticeTexts = {
  name: (app) => app,
  events: {
    logged_in_on_new_device: {
      subject: (app) => `A new device logged in to your ${app} account`,
      sentence: (app) => `A device that you did not use before logged in to your ${app} account.`,
    },
    refresh_token_reused: {
      subject: (app) => `A session of your ${app} account was ended`,
      sentence: (app) =>
        `A session of your ${app} account was ended, because it was used from two places. A copy of it may have been stolen.`,
    },
    account_linked: {
      subject: (app) => `A login was added to your ${app} account`,
      sentence: (app, { indefinite }) => `${indefinite} was added to your ${app} account.`,
    },
    account_unlinked: {
      subject: (app) => `A login was removed from your ${app} account`,
      sentence: (app, { indefinite }) => `${indefinite} was removed from your ${app} account.`,
    },
    account_updated: {
      subject: (app) => `A login of your ${app} account was changed`,
      sentence: (app, { definite }) => `The ${definite} of your ${app} account was changed.`,
    },
    account_restored: {
      subject: (app) => `A login of your ${app} account was put back`,
      sentence: (app, { definite }) =>
        `The ${definite} of your ${app} account that was removed is back, and all devices were logged out.`,
    },
    account_transferred: {
      subject: (app) => `Your ${app} account was deleted`,
      sentence: (app, { definite }) =>
        `Your ${definite} was moved to another ${app} account, and your earlier ${app} account was deleted.`,
    },
    wallet_recovered: {
      subject: (app) => `Your ${app} wallet was restored on another device`,
      sentence: (app) => `The wallet of your ${app} account was restored on another device.`,
    },
    new_login_refused: {
      subject: (app) => `A new login of your ${app} account was refused`,
      sentence: (app) =>
        `A login that was added to your ${app} account in the last 7 days tried to open your wallet on another device, to use it at another app or to approve a request. It was refused. If you don’t know this login, remove it from your account now.`,
    },
    recovery_changed: {
      subject: (app) => `The recovery of your ${app} wallet was changed`,
      sentence: (app) => `The wallet of your ${app} account has another way to be restored now.`,
    },
    wallet_exported: {
      subject: (app) => `The key of your ${app} wallet was exported`,
      sentence: (app) =>
        `The private key of the wallet of your ${app} account was exported. Anyone who has it controls the wallet.`,
    },
    wallet_delegated: {
      subject: (app) => `${app} may act with your wallet`,
      sentence: (app) =>
        `${app} was allowed to act with the wallet of your account while you are away, within the limits you were shown. You can end this in the app.`,
    },
    delegations_revoked: {
      subject: (app) => `${app} can no longer act with your wallet`,
      sentence: (app) => `What ${app} was allowed to do with the wallet of your account was ended.`,
    },
    program_allowed: {
      subject: (app) => `A program may act with your ${app} wallet`,
      sentence: (app) =>
        `A program was allowed to act with the wallet of your ${app} account, within the limits and until the time that were picked. If you didn’t do this, end it in your ${app} account under Apps that act for you.`,
    },
    program_ended: {
      subject: (app) => `A program can no longer act with your ${app} wallet`,
      sentence: (app) => `What a program was allowed to do with your ${app} wallet was ended.`,
    },
    wallet_shared: {
      subject: (app) => `Your ${app} wallet was connected to another app`,
      sentence: (app) =>
        `Another app or site now knows the addresses of your ${app} wallet. It can ask you for signatures, and you confirm each. You can disconnect it in your ${app} account.`,
    },
    device_revoked: {
      subject: (app) => `A device of your ${app} wallet was removed`,
      sentence: (app) => `A device can no longer open the wallet of your ${app} account.`,
    },
    factor_enrolled: {
      subject: (app) => `Two-step verification of your ${app} account was changed`,
      sentence: (app) => `A second step was added to your ${app} account.`,
    },
    factor_removed: {
      subject: (app) => `Two-step verification of your ${app} account was changed`,
      sentence: (app) => `A second step was removed from your ${app} account.`,
    },
    recovery_codes_created: {
      subject: (app) => `Two-step verification of your ${app} account was changed`,
      sentence: (app) =>
        `New recovery codes were made for your ${app} account. Earlier codes no longer work.`,
    },
    factor_reset_started: {
      subject: (app) => `Two-step verification of your ${app} account is about to be removed`,
      sentence: (app) => `A reset of the second steps of your ${app} account was started.`,
    },
    factor_reset_cancelled: {
      subject: (app) => `Two-step verification of your ${app} account stays on`,
      sentence: (app) => `The reset of the second steps of your ${app} account was cancelled.`,
    },
    factor_reset_completed: {
      subject: (app) => `Two-step verification of your ${app} account was removed`,
      sentence: (app) => `The second steps of your ${app} account were removed by a reset.`,
    },
  },
  accounts: {
    email: { indefinite: 'An email address', definite: 'email address' },
    phone: { indefinite: 'A phone number', definite: 'phone number' },
    wallet: { indefinite: 'A wallet', definite: 'wallet' },
    ...byOAuthType((provider) => accountAt(oauthProviderNames[provider])),
    farcaster: accountAt('Farcaster'),
    telegram: accountAt('Telegram'),
    passkey: { indefinite: 'A passkey', definite: 'passkey' },
    custom_auth: { indefinite: 'An external account', definite: 'external account' },
    cross_app: { indefinite: 'An account of another app', definite: 'account of another app' },
    guest: { indefinite: 'A guest account', definite: 'guest account' },
  },
  accountAt: (provider) =>
    provider === undefined
      ? { indefinite: 'A provider account', definite: 'provider account' }
      : accountAt(provider),
  doneFrom: (place) => `Done from ${place}.`,
  appItself: 'the app itself',
  ...deviceWords.en,
  inCountry: (device, country) => `${device} in ${country}`,
  contact: (app) => `If you didn’t do this, contact ${app} now.`,
  contactAboutAll: (app) => `If you didn’t do all of this, contact ${app} now.`,
  undo: 'To put the login back, log out all devices and remove what took its place, open this within seven days:',
  changes: (count, app) => `${count} changes to your ${app} account`,
  more: (count) => (count === 1 ? 'One more change was made.' : `${count} more changes were made.`),
  putBack: (url) => ` Put it back: ${url}`,
}

function accountAt(provider: string): Noun {
  // `An X account`: the letter is spoken with a vowel.
  const article = /^(?:[aeiou]|x\b)/i.test(provider) ? 'An' : 'A'
  const definite = `${provider} account`
  return { indefinite: `${article} ${definite}`, definite }
}
