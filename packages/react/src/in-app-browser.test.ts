import { expect, test } from 'vitest'
import { isPossible, readInAppBrowser } from './in-app-browser.js'
import { openInBrowserUrl } from './open-in-browser.js'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const safari = `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`
const chrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

test.each([
  ['Safari on a phone', safari, null],
  ['Chrome on a phone', chrome, null],
  ['Instagram on iOS', `${iphone} Mobile/15E148 Instagram 336.0.0.0`, { name: 'Instagram' }],
  [
    'Facebook on Android',
    chrome.replace('Pixel 8', 'Pixel 8; wv').concat(' [FB_IAB/FB4A;FBAV/1]'),
    { name: 'Facebook' },
  ],
  ['any web view of Android', chrome.replace('Pixel 8', 'Pixel 8; wv'), { name: null }],
  ['any web view of iOS', `${iphone} Mobile/15E148`, { name: null }],
])('%s is told from other browsers', (_, userAgent, browser) => {
  expect(readInAppBrowser(userAgent)).toEqual(browser)
})

test('Google refuses logins in in-app browsers, and codes work there', () => {
  const inApp = `${iphone} Mobile/15E148`

  expect(isPossible('google', inApp)).toBe(false)
  expect(isPossible('google', safari)).toBe(true)
  expect(isPossible('email', inApp)).toBe(true)
})

test.each([
  ['Android', chrome, 'intent://app.example/a?b=c#Intent;scheme=https;end'],
  ['iOS', safari, 'x-safari-https://app.example/a?b=c#d'],
  ['elsewhere', 'Mozilla/5.0 (X11; Linux x86_64)', null],
])('a link leaves the in-app browser on %s', (_, userAgent, link) => {
  expect(openInBrowserUrl('https://app.example/a?b=c#d', userAgent)).toBe(link)
})
