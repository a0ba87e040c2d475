import { describeAccounts } from '../test-kit/account-cases.js'

// Safe is in accounts.test.ts.
describeAccounts([
  ['kernel', '0.3.1'],
  ['biconomy', '2.0'],
  ['light_account', '2.0.0'],
  ['light_account', '1.1.0'],
  ['coinbase_smart_wallet', '1'],
])
