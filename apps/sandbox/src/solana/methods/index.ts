import { accountMethods } from './accounts.js'
import { chainMethods } from './chain.js'
import type { Method } from './method.js'
import { tokenMethods } from './tokens.js'
import { transactionMethods } from './transactions.js'

/** The RPC's methods by name. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>(
  Object.entries({ ...chainMethods, ...accountMethods, ...tokenMethods, ...transactionMethods }),
)
