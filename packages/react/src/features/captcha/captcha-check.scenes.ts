import { fakeCaptcha } from '../../test-kit/captcha.js'
import type { States } from '../../test-kit/scene.js'

const at = (phase: Parameters<typeof fakeCaptcha>[0]) => ({ check: fakeCaptcha(phase).check })

/** The check that a user is human, once it needs the user. */
export const scenes: States<'CAPTCHA_SCREEN'> = {
  first: {
    when: 'The captcha service asks the user something. A check that asks nothing shows no screen.',
    data: at('asking'),
  },
  renewed: {
    when: 'The user didn’t answer in time, and the widget asks anew by itself.',
    data: at('renewed'),
  },
  running: {
    when: 'The user tries again: the service checks without asking.',
    data: at('running'),
  },
  solved: {
    when: 'The check is passed. The screen closes by itself, and the login goes on.',
    data: at('solved'),
  },
  failed: { when: 'The service has refused the user’s answer or browser.', data: at('failed') },
  unreachable: {
    when: 'The script of the service is blocked or out of reach.',
    data: at('unreachable'),
  },
  unsupported: { when: 'The service doesn’t support the browser.', data: at('unsupported') },
  late: {
    when: 'Nothing has come from the service for 20 seconds.',
    data: at('late'),
  },
}
