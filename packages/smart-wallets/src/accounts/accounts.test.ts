import { expect, test } from 'vitest'
import { describeAccounts } from '../test-kit/account-cases.js'
import { loadAccount } from './accounts.js'

describeAccounts([['safe', '1.4.1']])

test('SMW-01: an unknown type is refused', async () => {
  await expect(async () => loadAccount('toString')).rejects.toThrow('Invalid smart account type')
})
