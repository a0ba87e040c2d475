/*
 * Hostile cases by area and what becomes of each: `tested` by one or more tests whose titles begin with the id, or the
 * reason why there is nothing to test. `npm run check` holds this list against the titles.
 */

const linking = 'linking further accounts is not built'
const sending = 'the API sends no transactions: the page does, and has no idempotency key'

/** @type {Record<string, 'tested' | { notBuilt: string }>} */
export const hostileCases = {
  ...tested('ORI', [1, 2, 4, 6, 7, 9, 11, 12, 13]),
  ...tested('EML', [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 18, 19, 21, 22]),
  ...tested('GST', [1, 3, 4]),
  ...tested('SES', [1, 2, 4, 5, 6, 7, 9, 10, 12, 13, 14, 16, 17, 19, 20, 23, 24]),
  'SES-22': { notBuilt: 'a list of sessions to revoke from is not built' },
  ...tested('IFR', [1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 14, 16, 18, 19, 21]),
  ...tested('CUS', [1, 2, 3, 5, 7, 8, 10, 11, 13, 14, 16, 18, 19, 20]),
  'CUS-12': { notBuilt: 're-wrapping records under a new key is not built' },
  ...tested('SIG', [1, 3, 4, 5, 7, 8, 10, 13, 15, 16, 18]),
  'SIG-12': { notBuilt: sending },
  ...tested('INP', [1, 3, 5, 6, 8, 9, 10, 11]),
  ...tested('SUP', [1, 3, 4]),
  'SUP-06': { notBuilt: 'nothing is released yet' },
}

/** Parts of tested cases that wait for something else to be built. */
export const partly = {
  'EML-07': linking,
  'IFR-10':
    'a mask on the frame is not seen by the browser: a popup would close that, and is not built',
  'IFR-12': 'export is not built',
  'CUS-10': 'import is not built',
  'SIG-10': 'policies are not built: what is risky is flagged, and nothing denies it',
}

function tested(area, numbers) {
  return Object.fromEntries(
    numbers.map((number) => [`${area}-${String(number).padStart(2, '0')}`, 'tested']),
  )
}
