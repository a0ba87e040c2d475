import { FrameError } from '@sallyport/core'
import { noAnswer, refuse, walletCreation } from '../../test-kit/answers.js'
import { fakeRecovery } from '../../test-kit/recovery-request.js'
import { login, walletAccounts, wallets } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const [ethereum] = wallets
if (ethereum === undefined) throw new Error('The samples have a wallet')
const data = { wallet: ethereum }
const withPasscode = { wallet: { ...ethereum, recoveryMethod: 'user-passcode' } }
const shared = { accounts: walletAccounts } as const
const setting = { goal: { goal: 'set-recovery', ...data }, ...shared } as const
const passcode = 'four random words here'
const asking = (given?: Parameters<typeof fakeRecovery>[1]) => {
  const { request } = fakeRecovery(withPasscode.wallet, given)
  return { data: { request }, goal: { goal: 'recover', request }, ...shared } as const
}
const submit = { press: '[type=submit]' }

/** The question for the passcode of a wallet that is not on this device. */
export const recoverScenes: States<'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN'> = {
  first: { when: 'The wallet is not on this device.', ...asking() },
  wrong: {
    when: 'The passcode was wrong.',
    ...asking(),
    act: [{ type: 'another passcode' }, submit],
  },
  paused: {
    when: 'The server takes no more passcodes for a while.',
    ...asking({
      refuse: new FrameError('error', 'Too many attempts, code 429. Try again in 300 s'),
    }),
    act: [{ type: 'another passcode' }, submit],
  },
  lost: {
    when: 'The user does not have the passcode.',
    ...asking(),
    act: [{ press: '.quiet:last-of-type' }],
  },
  right: { when: 'The wallet is open.', ...asking(), act: [{ type: passcode }, submit] },
}

/** What a passcode is for. */
export const splashScenes: States<'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN'> = {
  first: { when: 'The wallet has automatic recovery.', data, ...setting },
  change: { when: 'The wallet has a passcode.', data: withPasscode, ...setting },
}

const owned = ['passkey', 'google-drive', 'icloud', 'user-passcode'] as const
const creates = { chains: ['ethereum'], login } as const

/** The choice between recoveries. */
export const selectionScenes: States<'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN'> = {
  first: {
    when: 'The wallet has automatic recovery.',
    data: { options: owned, target: data },
    ...setting,
  },
  chosen: {
    when: 'The wallet has a passcode.',
    data: { options: [...owned, 'privy'], target: withPasscode },
    ...setting,
  },
  creation: {
    when: 'The app demands a recovery of the user’s own before it creates the wallet.',
    data: { options: owned, target: { creates } },
    ...shared,
  },
}

/** The choice of a passcode for a new wallet. */
export const createScenes: States<'EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN'> = {
  first: { when: 'The user chooses a passcode.', data: { creates }, ...shared },
  failed: {
    when: 'The wallet could not be created.',
    data: { creates },
    answers: { frame: walletCreation(refuse('error')) },
    accounts: [],
    act: [{ type: passcode }, { press: 'input:nth-of-type(1)' }, submit],
  },
}

const inDrive = { storage: 'google-drive', request: null, target: data } as const
const fromICloud = () => {
  const { request } = fakeRecovery({ ...ethereum, recoveryMethod: 'icloud' })
  const storage = 'icloud' as const
  return { data: { storage, request, target: null }, goal: { goal: 'recover', request } as const }
}

/** A recovery file in a cloud storage. */
export const storageScenes: States<'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN'> = {
  first: { when: 'The user has chosen Google Drive.', data: inDrive, ...setting },
  recover: {
    when: 'The wallet is not on this device, and its file is in iCloud.',
    ...fromICloud(),
    ...shared,
  },
  test: {
    when: 'The recovery of a wallet is about to be tested.',
    data: { ...inDrive, target: data, isTested: true },
    goal: { goal: 'rehearsal', ...data },
    ...shared,
  },
  creation: {
    when: 'A new wallet gets its file before it is created.',
    data: { ...inDrive, target: { creates } },
    ...shared,
  },
}

const withPasskey = { wallet: { ...ethereum, recoveryMethod: 'passkey' } }
const atPage = { answers: { frame: { 'sallyport:page:result': noAnswer } } } as const

/** A passkey, which is made and used in the wallet's own page. */
export const passkeyScenes: States<'EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN'> = {
  first: {
    when: 'The user has chosen a passkey.',
    data: { request: null, target: data },
    ...setting,
    ...atPage,
  },
  recover: {
    when: 'The wallet is not on this device.',
    data: { request: fakeRecovery(withPasskey.wallet).request, target: null },
    ...shared,
    ...atPage,
  },
  creation: {
    when: 'A new wallet gets its passkey before it is created.',
    data: { request: null, target: { creates } },
    ...shared,
    ...atPage,
  },
}

/** Automatic recovery in place of a secret of the user. */
export const automaticScenes: States<'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN'> = {
  first: { when: 'The wallet has a passcode.', data: withPasscode, ...setting },
  storage: {
    when: 'The wallet has its file in iCloud.',
    data: { wallet: { ...ethereum, recoveryMethod: 'icloud' } },
    ...setting,
  },
  wrong: {
    when: 'The passcode was wrong.',
    data: withPasscode,
    ...setting,
    answers: { frame: { 'privy:wallets:set-recovery': refuse('invalid_recovery_pin') } },
    act: [{ type: 'another passcode' }, submit],
  },
}

/** The choice of a passcode. */
export const updateScenes: States<'EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN'> = {
  first: { when: 'The user chooses a passcode.', data, ...setting },
  short: {
    when: 'The passcode is too short.',
    data,
    ...setting,
    act: [{ type: 'short' }, submit],
  },
  different: {
    when: 'The passcode was not repeated.',
    data,
    ...setting,
    act: [{ type: passcode }, submit],
  },
}
