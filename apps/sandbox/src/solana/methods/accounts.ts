import type { EncodedAccount } from '@solana/kit'
import { encodeAccount, encodeExisting } from '../encode-account.js'
import { invalidParams } from '../rpc-error.js'
import { matchesFilters } from './filters.js'
import { type Method, toAddress, toList, toOptions, withContext } from './method.js'

/** Methods for balances and accounts. */
export const accountMethods = {
  getBalance: (ledger, [owner]) =>
    withContext(ledger, ledger.svm.getBalance(toAddress(owner)) ?? 0n),
  getAccountInfo: (ledger, [owner, options]) =>
    withContext(ledger, encodeAccount(ledger.svm.getAccount(toAddress(owner)), options)),
  getMultipleAccounts: (ledger, [owners, options]) => {
    const accounts = toList(owners, 100).map((owner) => ledger.svm.getAccount(toAddress(owner)))
    return withContext(
      ledger,
      accounts.map((account) => encodeAccount(account, options)),
    )
  },
  getProgramAccounts: (ledger, [program, options]) => {
    const { filters, withContext: wrapped } = toOptions(options)
    const list = ledger.svm
      .getProgramAccounts(toAddress(program))
      .filter((account: EncodedAccount) => matchesFilters(account, filters))
      .map((account) => ({ pubkey: account.address, account: encodeExisting(account, options) }))
    return wrapped === true ? withContext(ledger, list) : list
  },
  requestAirdrop: (ledger, [to, amount]) => {
    if (!Number.isSafeInteger(amount) || Number(amount) <= 0)
      throw invalidParams('not an amount of lamports')
    return ledger.airdrop(toAddress(to), BigInt(Number(amount)))
  },
} satisfies Record<string, Method>
