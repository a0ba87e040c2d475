import type { EncodedAccount } from '@solana/kit'
import { encodeExisting } from '../encode-account.js'
import type { Ledger } from '../ledger.js'
import { invalidParams } from '../rpc-error.js'
import {
  parseTokenAccount,
  readMint,
  readTokenAccount,
  tokenPrograms,
  uiAmount,
} from '../token-account.js'
import { type Method, toAddress, toOptions, withContext } from './method.js'

/** Methods for SPL tokens. */
export const tokenMethods = {
  getTokenAccountBalance: (ledger, [owner]) => {
    const account = ledger.svm.getAccount(toAddress(owner))
    const token = account.exists ? readTokenAccount(account) : undefined
    if (!token) throw invalidParams('not a token account')
    return withContext(ledger, uiAmount(token.amount, decimalsOf(ledger, token.mint)))
  },
  getTokenSupply: (ledger, [mint]) => {
    const account = ledger.svm.getAccount(toAddress(mint))
    const read = account.exists ? readMint(account) : undefined
    if (!read) throw invalidParams('not a token mint')
    return withContext(ledger, uiAmount(read.supply, read.decimals))
  },
  getTokenAccountsByOwner: (ledger, [owner, filter, options]) => {
    const wanted = toAddress(owner)
    const { mint, programId } = toOptions(filter)
    const accounts = Object.keys(tokenPrograms)
      .filter((program) => programId === undefined || program === programId)
      .flatMap((program) => ledger.svm.getProgramAccounts(toAddress(program)))
      .filter((account) => {
        const token = readTokenAccount(account)
        return token?.owner === wanted && (mint === undefined || token.mint === mint)
      })
    return withContext(
      ledger,
      accounts.map((account) => ({
        pubkey: account.address,
        account: encodeToken(ledger, account, options),
      })),
    )
  },
} satisfies Record<string, Method>

function encodeToken(ledger: Ledger, account: EncodedAccount, options: unknown): unknown {
  const encoded = encodeExisting(account, options)
  if (toOptions(options).encoding !== 'jsonParsed') return encoded
  const data = parseTokenAccount(account, (mint) => decimalsOf(ledger, mint))
  return { ...toOptions(encoded), data }
}

function decimalsOf(ledger: Ledger, mint: string): number {
  const account = ledger.svm.getAccount(toAddress(mint))
  return (account.exists ? readMint(account)?.decimals : undefined) ?? 0
}
