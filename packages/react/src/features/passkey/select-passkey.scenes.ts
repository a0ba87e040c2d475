import type { States } from '../../test-kit/scene.js'

/** A passkey may log in or sign up. */
export const scenes: States<'SELECT_PASSKEY_SIGNUP_OR_LOGIN'> = {
  first: { when: 'The user chose passkeys, and the app has sign-up by passkey.', data: {} },
}
