import type { Note } from './notes.js'

/** What the screen reference says of what other apps and sites ask for. */
export const sharingNotes = {
  CROSS_APP_CONSENT_SCREEN: {
    title: 'Share wallets with another app',
    when: 'When a user logs in to another app with their account here, or a site connects their wallet.',
    opens: ['a page of another app, by the fragment of `cross_app.page_url`'],
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: ['cross_app'],
  },
  CROSS_APP_REQUEST_SCREEN: {
    title: 'Open a request of another app',
    when: 'When a connected app or site asks for a signature or a payment. The screen of the request follows.',
    opens: ['a page of another app, by the fragment of `cross_app.page_url`'],
    config: ['appearance.theme', 'appearance.accentColor'],
    settings: ['cross_app'],
  },
} as const satisfies Record<string, Note>
