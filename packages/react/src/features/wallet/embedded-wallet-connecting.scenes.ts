import { expiredLogin, noAnswer, refuse } from '../../test-kit/answers.js'
import { job, transfer } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

/** The wallet is being opened. */
export const scenes: States<'EMBEDDED_WALLET_CONNECTING_SCREEN'> = {
  first: {
    when: 'A request came before the wallet was ready.',
    data: { job: job(transfer) },
    answers: { frame: { load: noAnswer } },
  },
  restoring: {
    when: 'The wallet is used on this device for the first time.',
    data: { job: job(transfer) },
    answers: {
      frame: {
        'privy:wallets:connect': refuse('wallet_not_on_device'),
        'privy:wallets:recover': noAnswer,
      },
    },
  },
  slow: {
    when: 'It takes more than four seconds.',
    data: { job: job(transfer) },
    answers: { frame: { load: noAnswer } },
    act: [{ waitMs: 4300 }],
  },
  stuck: {
    when: 'It takes more than fifteen seconds.',
    data: { job: job(transfer) },
    answers: { frame: { load: noAnswer } },
    act: [{ waitMs: 15_300 }],
  },
  failed: {
    when: 'The wallet couldn’t be opened.',
    data: { job: job(transfer) },
    answers: { frame: { 'privy:wallets:connect': refuse('error') } },
  },
  'expired-login': {
    when: 'The session ended on the server while the page was open: the user has to log in again.',
    data: { job: job(transfer) },
    answers: expiredLogin,
  },
  'not-kept': {
    when: 'The browser blocks storage for the wallet, so that this visit needs a login of its own.',
    data: { job: job(transfer) },
    answers: {
      frame: {
        'privy:wallets:connect': refuse('login_required'),
        'sallyport:device:kept': () => ({ isKept: false }),
      },
    },
  },
}
