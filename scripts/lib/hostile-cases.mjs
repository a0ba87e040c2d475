/*
 * Hostile cases by area, with the findings of the review of trust (T), and what becomes of each: `tested` by one or more tests
 * with the id in their titles, or the reason why there is nothing to test. `npm run check` holds this list against the titles.
 */

/** @type {Record<string, 'tested' | { notBuilt: string }>} */
export const hostileCases = {
  ...tested('APP', [1, 3, 5, 7, 9, 10, 12, 14, 15]),
  ...tested('ORI', [1, 2, 4, 6, 7, 9, 11, 12, 13]),
  ...tested('EML', [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 18, 19, 21, 22]),
  ...tested('SMS', [1, 2, 3, 4, 5, 6, 7, 8, 10]),
  ...tested('OAU', [1, 2, 3, 4, 6, 7, 9, 11, 12, 13, 15, 16, 17, 18, 19, 21, 23, 24]),
  ...tested('SWE', [1, 2, 4, 6, 7, 8, 10, 11, 13, 15, 17, 18]),
  ...tested('SWS', [1, 2, 3, 5, 7]),
  ...tested('FAR', [1, 4, 6, 8, 9, 10]),
  ...tested('TEL', [1, 2, 6, 7, 8, 10]),
  ...tested('PKY', [1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 14, 15, 18]),
  ...tested('CJW', [1, 3, 5, 7, 8, 10]),
  ...tested('LNK', [1, 2, 3, 5, 7, 9, 11, 12, 13, 16, 17, 19, 21]),
  ...tested('GST', [1, 3, 4]),
  ...tested('SES', [1, 2, 4, 5, 6, 7, 9, 10, 12, 13, 14, 16, 17, 19, 20, 22, 23, 24]),
  ...tested('MFA', [1, 2, 5, 7, 8, 9, 10, 11, 13, 14, 16, 18]),
  ...tested('REC', [1, 2, 3, 5, 6, 7, 8, 11, 13, 15, 16]),
  ...tested('IFR', [1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 14, 16, 18, 19, 21]),
  ...tested('CUS', [1, 2, 3, 5, 7, 8, 10, 11, 12, 13, 14, 16, 18, 19, 20]),
  ...tested('SIG', [1, 3, 4, 5, 7, 8, 10, 12, 13, 15, 16, 18]),
  ...tested('SMW', [1, 2, 4, 5, 6, 8, 10]),
  // Of the wallets that users delegate; wallets of an app's own are not built.
  ...tested('WAL', [1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 24]),
  ...tested('SCR', range(1, 9)),
  ...tested('DEL', [1, 2, 4, 5, 7, 8, 9]),
  // Programs of users (docs/features/agents.md).
  ...tested('AGT', range(1, 10)),
  ...tested('XAP', [1, 2, 5, 6]),
  ...tested('FND', [1, 3, 5, 7, 9]),
  ...tested('INP', [1, 3, 5, 6, 8, 9, 10, 11]),
  ...tested('INS', [1, 2, 4, 6]),
  ...tested('SUP', [1, 3, 4, 6]),
  ...tested('T', range(1, 40)),
}

/** Parts of tested cases that wait for something else to be built. */
export const partly = {
  'SMS-10': 'no webhook of deliveries is built: the paths it could have answer that there is none',
  'MFA-18':
    'a signed-in user asks for these messages, five in five minutes: the captcha of a login is not asked for again',
  'IFR-10':
    'a mask on the frame is not seen by the browser: a popup would close that, and is not built',
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function tested(area, numbers) {
  return Object.fromEntries(
    numbers.map((number) => [`${area}-${String(number).padStart(2, '0')}`, 'tested']),
  )
}
