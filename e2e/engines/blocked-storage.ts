import type { EngineName, ProfileOptions } from './driver.js'
import type { Site } from './journeys.js'

/** What is there at the next visit: the login and the wallet, the login alone, or nothing. */
export type Kept = 'all' | 'login' | 'nothing'

/** A profile that blocks storage, and what it keeps of an app on each site; default: all. */
export interface Blocking extends ProfileOptions {
  keeps?: Record<Site, Kept>
}

const cookies = (behavior: number, more: Record<string, unknown> = {}) => ({
  prefs: { 'network.cookie.cookieBehavior': behavior, ...more },
})

/** The ways in which each browser blocks storage. */
export const blockings: Record<EngineName, Record<string, Blocking>> = {
  firefox: {
    'cookies and storage of other sites are blocked': {
      ...cookies(1),
      keeps: { 'one site': 'all', 'two sites': 'login' },
    },
    'all cookies and storage are blocked': {
      ...cookies(2),
      keeps: { 'one site': 'nothing', 'two sites': 'nothing' },
    },
    'cookies of trackers are blocked': cookies(4),
    'storage of other sites is partitioned': cookies(5),
    'protection is strict': cookies(5, {
      'browser.contentblocking.category': 'strict',
      'privacy.trackingprotection.enabled': true,
      'privacy.trackingprotection.emailtracking.enabled': true,
      'privacy.trackingprotection.socialtracking.enabled': true,
      'privacy.fingerprintingProtection': true,
      'privacy.query_stripping.enabled': true,
      'network.cookie.cookieBehavior.optInPartitioning': true,
      'network.http.referer.disallowCrossSiteRelaxingDefault.top_navigation': true,
    }),
    'windows are private': { prefs: { 'browser.privatebrowsing.autostart': true } },
    'fingerprinting is resisted': { prefs: { 'privacy.resistFingerprinting': true } },
  },
  webkit: {
    'tracking prevention is on': { args: ['--enable-itp'] },
    'cookies of other sites are allowed': { args: ['--cookies-policy=always'] },
    'all cookies are blocked': { args: ['--cookies-policy=never'] },
    'windows are private': { args: ['--private'] },
  },
  chromium: {
    'cookies of other sites are blocked': { args: ['--test-third-party-cookie-phaseout'] },
    'windows are private': { args: ['--incognito'] },
  },
}
