/** A browser inside of another app, where some providers refuse logins. */
export interface InAppBrowser {
  /** The app it is in; null when that is not known. */
  name: string | null
}

const apps: readonly (readonly [RegExp, string])[] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/MicroMessenger/, 'WeChat'],
  [/musical_ly|BytedanceWebview|TikTok|trill_/i, 'TikTok'],
  [/\bLine\//, 'LINE'],
  [/Snapchat/, 'Snapchat'],
  [/Pinterest\//, 'Pinterest'],
  [/LinkedInApp/, 'LinkedIn'],
  [/Twitter for|TwitterAndroid/, 'X'],
  [/Discord\//, 'Discord'],
]

/** Android marks its web views; those of iOS name no Safari, which its real browsers all do. */
const anyWebView = /; wv\)|\((?:iPhone|iPad|iPod)(?!.*Safari\/)/

/** The in-app browser behind a user agent; null for a browser of its own. */
export function readInAppBrowser(userAgent: string): InAppBrowser | null {
  const app = apps.find(([pattern]) => pattern.test(userAgent))
  if (app !== undefined) return { name: app[1] }
  return anyWebView.test(userAgent) ? { name: null } : null
}

/** Methods whose provider refuses to log in inside of other apps. */
const refusing: readonly string[] = ['google']

/** Whether a login by `method` can work in the browser behind a user agent. */
export function isPossible(method: string, userAgent: string): boolean {
  return !refusing.includes(method) || readInAppBrowser(userAgent) === null
}
