import { describe, expect, test } from 'vitest'
import type { DelegationConsent } from '../entities/delegation-consent.js'
import { rightsWordsEn } from './copy/rights-en.js'
import { describeRights } from './describe-rights.js'

const [to, token] = [`0x${'ab'.repeat(20)}`, `0x${'70'.repeat(20)}`]
const policy: DelegationConsent['policy'] = {
  version: 1,
  messages: true,
  typedData: true,
  transactions: {
    chainIds: ['8453'],
    recipients: [to],
    mostWeiPerDay: '10000000000000000',
    tokens: [{ chainId: '8453', contract: token, mostPerDay: '5000000' }],
  },
  solana: { recipients: null, mostLamportsPerDay: '1500000000' },
}
const read = (chainType: DelegationConsent['chainType'], changed = {}) =>
  describeRights(
    { chainType, policy: { ...policy, ...changed } },
    { copy: rightsWordsEn, locale: 'en' },
  )

describe('describeRights', () => {
  test('says every right of an Ethereum wallet, with its limits and recipients', () => {
    expect(read('ethereum')).toEqual({
      sentences: [
        'Sign any message. A message can be a login or an offer.',
        'Sign any structured data. It can allow others to take your tokens.',
        'Send up to 0.01 ETH in 24 hours, fees included, on Base. Only to these addresses:',
        `Send up to 5,000,000 of the smallest units of the token ${token} in 24 hours, on Base. Only to these addresses:`,
      ],
      recipients: [to],
    })
  })

  test('says that a coin pays fees only', () => {
    const transactions = { ...policy.transactions, onlyFees: true }
    const { sentences } = read('ethereum', { messages: false, typedData: false, transactions })
    expect(sentences).toEqual([
      'Pay network fees of up to 0.01 ETH in 24 hours, on Base.',
      `Send up to 5,000,000 of the smallest units of the token ${token} in 24 hours, on Base. Only to these addresses:`,
    ])
  })

  test('says of a Solana wallet what applies to it', () => {
    expect(read('solana')).toEqual({
      sentences: [
        'Sign any message. A message can be a login or an offer.',
        'Send up to 1.5 SOL in 24 hours, fees included, on Solana. To any address.',
      ],
      recipients: [],
    })
  })

  test('says that nothing is allowed where nothing is', () => {
    const none = { messages: false, typedData: false, transactions: null, solana: null }
    for (const chain of ['ethereum', 'solana'] as const)
      expect(read(chain, none).sentences).toEqual(['Nothing: the app has not said what for.'])
  })
})
