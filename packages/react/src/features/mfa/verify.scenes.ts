import { FrameError } from '@sallyport/core'
import { phoneAccount, walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'
import { fakeVerification } from '../../test-kit/verification.js'

const at = (given: Parameters<typeof fakeVerification>[0]) => ({
  data: { verification: fakeVerification(given).verification },
  accounts: [phoneAccount, ...walletAccounts],
})
const other = [{ press: '.quiet' }]

/** The step-up, above whatever waits for it. */
export const scenes: States<'MFA_VERIFY_SCREEN'> = {
  first: {
    when: 'The user has an authenticator app.',
    ...at({ methods: ['totp'] }),
  },
  wrong: {
    when: 'The code was wrong.',
    ...at({ methods: ['totp'] }),
    act: [{ type: '111111' }],
  },
  paused: {
    when: 'The server takes no more codes for a while.',
    ...at({
      methods: ['totp'],
      refuse: new FrameError('error', 'Too many attempts, code 429. Try again in 300 s'),
    }),
    act: [{ type: '111111' }],
  },
  right: {
    when: 'The code was right: the request goes on.',
    ...at({ methods: ['totp'] }),
    act: [{ type: '204816' }],
  },
  sms: { when: 'A code was sent to the user’s phone.', ...at({ methods: ['sms'] }) },
  passkey: { when: 'The user has a passkey, or used it last.', ...at({}) },
  choice: { when: 'The user wants to confirm in another way.', ...at({}), act: other },
  recovery: {
    when: 'The user has lost their factors and saved recovery codes.',
    ...at({ methods: ['totp'] }),
    act: [...other, { press: '.rows .row:last-child' }],
  },
  spent: { when: 'Three answers were wrong.', ...at({ phase: 'spent' }) },
  late: { when: 'No answer came for five minutes.', ...at({ phase: 'late' }) },
}
