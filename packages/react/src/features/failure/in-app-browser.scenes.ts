import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const url = 'https://app.harbour.example/'

/** A login that can’t work in the browser of another app. */
export const scenes: States<'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE'> = {
  first: {
    when: 'The page is open in the browser of another app, where the provider refuses logins.',
    data: {
      url,
      userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Instagram 336.0',
      intent: 'login',
    },
  },
  unnamed: {
    when: 'The same in an app that doesn’t say its name.',
    data: {
      url,
      userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/126.0',
      intent: 'login',
    },
  },
  linking: {
    when: 'The same when a logged-in user adds an account of the provider.',
    data: { url, userAgent: 'Mozilla/5.0 (X11; Linux) Discord/1.0', intent: 'link' },
    goal: { goal: 'link', method: 'google', options: {} },
    accounts: [phoneAccount],
  },
}
