import type { States } from '../../test-kit/scene.js'

/** The user isn’t on the allowlist. */
export const scenes: States<'ALLOWLIST_REJECTION_SCREEN'> = {
  first: { when: 'The app is invite-only.', data: {} },
  'own-words': {
    when: 'The app shows its own text and a link.',
    data: {},
    app: {
      allowlist_config: {
        error_title: 'Members only',
        error_detail: 'Harbour opens to everyone in spring.',
        cta_text: 'Join the waiting list',
        cta_link: 'https://example.com',
      },
    },
  },
}
