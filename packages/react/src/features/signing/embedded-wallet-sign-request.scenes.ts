import type { ConfirmRequest } from '@sallyport/core'
import type { Job } from '../../flow/screens.js'
import { never } from '../../test-kit/answers.js'
import { safeCall } from '../../test-kit/safe-call.js'
import {
  anvil,
  digest,
  failWith,
  friend,
  job,
  loginTo,
  mail,
  order,
  permit,
  samplePageHost,
  sign,
} from '../../test-kit/samples.js'
import { authorization, fakePermit } from '../../test-kit/samples-control.js'
import type { SceneOf, States } from '../../test-kit/scene.js'

const approve = { press: '.pair .primary' }
const agree = { press: '.agree input' }
const data = (request: ConfirmRequest, how: Partial<Job> = {}) => ({
  job: { ...job(request), ...how },
})
const done = { run: async () => '0x' }
type Signing = SceneOf<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>
const failing = (code: string): Pick<Signing, 'data' | 'act'> => ({
  data: data(sign('Hello'), { run: failWith(code) }),
  act: [approve],
})

const anotherWallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** A message, bytes or typed data to sign. */
export const scenes: States<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'> = {
  first: {
    when: 'The app requests a signature on a text.',
    data: data(
      sign('Welcome to Harbour.\n\nSign to confirm your seat in row F, seat 12, on 14 March.'),
    ),
  },
  long: {
    when: 'The text is long: it scrolls.',
    data: data(sign('One line of a long letter that goes on and on. '.repeat(40))),
  },
  hex: {
    when: 'The message is bytes.',
    data: data(sign(`0x${'a1b2c3d4e5f60718'.repeat(8)}`)),
  },
  digest: {
    when: 'The app asks to sign a raw 32-byte digest: it has to be agreed to first.',
    data: data(digest),
  },
  'digest-agreed': {
    when: 'The user has ticked that they know what the digest is.',
    data: data(digest),
    act: [agree],
  },
  'typed-data': { when: 'Typed data (EIP-712).', data: data(mail) },
  permit: {
    when: 'Typed data that lets someone spend all tokens (ERC-2612, Permit2, DAI).',
    data: data(permit),
    config: { supportedChains: [anvil] },
  },
  order: { when: 'Typed data that trades one item for a price (Seaport).', data: data(order) },
  gift: {
    when: 'A trade that pays nothing to the signer.',
    data: data({ ...order, address: anotherWallet }),
  },
  call: {
    when: 'Typed data that makes a call in the user’s name (Safe): who gets control of what.',
    data: data(safeCall),
  },
  authorization: {
    when: 'A contract would get control of the account (EIP-7702).',
    data: data(authorization),
  },
  'authorization-end': {
    when: 'The control of a contract ends (EIP-7702).',
    data: data({ ...authorization, contract: `0x${'0'.repeat(40)}` }),
  },
  login: {
    when: 'A login message (EIP-4361) for the site that asks.',
    data: data(loginTo(samplePageHost)),
  },
  'login-elsewhere': {
    when: 'A login message for another site, and for another account.',
    data: data(loginTo('harb0ur.example', friend)),
  },
  folded: {
    when: 'The text hides its end below empty lines.',
    data: data(
      sign(`Welcome to Harbour!${'\n'.repeat(200)}I give everything in my wallet to eve.`),
    ),
  },
  'read-to-the-end': {
    when: 'The long text was scrolled to its end.',
    data: data(sign('One line of a long letter that goes on and on. '.repeat(40))),
    act: [{ press: '.more-below' }, { press: '.more-below' }],
  },
  'unverified-token': {
    when: 'A permit of a contract that takes the name of a known token.',
    data: data(fakePermit),
  },
  hidden: {
    when: 'The text had invisible characters.',
    data: data(sign('Pay \u202e000,1\u202c to me.')),
  },
  'other-network': {
    when: 'Typed data for a different network.',
    data: data({ ...mail, chainId: 31_337 }),
  },
  'own-words': {
    when: 'The app sets the title, description and button.',
    data: data(sign('I will be there.'), {
      ui: {
        title: 'Confirm your seat',
        description: 'Row F, seat 12.',
        buttonText: 'Confirm',
      },
    }),
  },
  busy: { when: 'It is being signed.', data: data(sign('Hello')), act: [approve] },
  slow: {
    when: 'Signing takes more than four seconds.',
    data: data(sign('Hello')),
    act: [approve, { waitMs: 4300 }],
  },
  stuck: {
    when: 'Signing takes more than fifteen seconds.',
    data: data(sign('Hello')),
    act: [approve, { waitMs: 15_300 }],
  },
  done: { when: 'Signed; shown for 0.9 s.', data: data(sign('Hello'), done), act: [approve] },
  failed: { when: 'The wallet didn’t respond.', ...failing('wallet_unavailable') },
  'expired-login': {
    when: 'The session ended on the server while the page was open: the user has to log in again.',
    ...failing('missing_or_invalid_token'),
  },
  opening: {
    when: 'The screens of wallet requests are still being loaded.',
    standIn: true,
    data: {
      get job(): Job {
        throw never
      },
    },
  },
}
