import type { EngineName, ProfileOptions } from './driver.js'

/** What a profile refuses, by the name of the setting, and whether a login outlives a reload of the app's page. */
export interface Blocking extends ProfileOptions {
  /** The app's own page keeps nothing either, so each visit begins with a login. */
  forgets?: boolean
}

const cookies = (behavior: number, more: Record<string, unknown> = {}) => ({
  prefs: { 'network.cookie.cookieBehavior': behavior, ...more },
})

/** The ways in which each browser blocks storage. */
export const blockings: Record<EngineName, Record<string, Blocking>> = {
  firefox: {
    'cookies and storage of other sites are blocked': cookies(1),
    'all cookies and storage are blocked': { ...cookies(2), forgets: true },
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
