import { loginChainTypes } from '@sallyport/contract'
import { noAnswer, refuse, walletCreation } from '../../test-kit/answers.js'
import { login } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const create = { login, chains: loginChainTypes }

/** The wallet is being created. */
export const scenes: States<'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN'> = {
  first: {
    when: 'The login creates a wallet.',
    data: create,
    answers: { frame: walletCreation(noAnswer) },
  },
  slow: {
    when: 'It takes more than four seconds.',
    data: create,
    answers: { frame: walletCreation(noAnswer) },
    act: [{ waitMs: 4300 }],
  },
  stuck: {
    when: 'It takes more than fifteen seconds: the user can continue without the wallet.',
    data: create,
    answers: { frame: walletCreation(noAnswer) },
    act: [{ waitMs: 15_300 }],
  },
  failed: {
    when: 'It failed. The user is logged in and can continue without the wallet.',
    data: create,
    answers: { frame: walletCreation(refuse('error')) },
  },
}
