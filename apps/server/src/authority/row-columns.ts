import type { Database } from '../db/schema.js'
import { accountColumns } from './account-columns.js'
import type { TableRule } from './column-rule.js'
import { loginColumns } from './login-columns.js'
import { sessionColumns } from './session-columns.js'
import { walletApiColumns } from './wallet-api-columns.js'

/**
 * Every column of every table: what a thief who writes to the database gains by changing it. The compiler asks for new tables
 * and columns; `row-columns.test.ts` changes each column that is not harmless.
 */
export const rowColumns = {
  ...accountColumns,
  ...loginColumns,
  ...sessionColumns,
  ...walletApiColumns,
} satisfies { [T in keyof Database]: TableRule<T> }
