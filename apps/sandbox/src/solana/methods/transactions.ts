import { type EncodedAccount, getCompiledTransactionMessageDecoder } from '@solana/kit'
import { encodeExisting } from '../encode-account.js'
import type { Outcome } from '../ledger.js'
import { invalidParams, SolanaRpcError } from '../rpc-error.js'
import { openTransaction } from '../transaction.js'
import { describeTransactionError } from '../transaction-error.js'
import { type Method, toAddress, toList, toOptions, withContext } from './method.js'
import { encodeTransaction } from './transaction-json.js'

const lamportsPerSignature = 5000

/** Methods for sending, simulating and reading transactions. */
export const transactionMethods = {
  sendTransaction: (ledger, [text, options]) => {
    const { encoding, skipPreflight } = toOptions(options)
    const opened = openTransaction(text, encoding)
    if (skipPreflight !== true) {
      const outcome = ledger.simulate(opened, { checkSignatures: true, checkBlockhash: true })
      if (outcome.err) throw preflightFailure(outcome)
    }
    ledger.submit(opened)
    return opened.signature
  },
  simulateTransaction: (ledger, [text, options]) => {
    const { encoding, sigVerify, replaceRecentBlockhash, accounts } = toOptions(options)
    const outcome = ledger.simulate(openTransaction(text, encoding), {
      checkSignatures: sigVerify === true,
      checkBlockhash: replaceRecentBlockhash !== true,
    })
    const replacement = replaceRecentBlockhash === true ? ledger.latestBlockhash() : null
    return withContext(ledger, {
      ...simulationOf(outcome),
      accounts: accounts === undefined || outcome.err ? null : accountsAfter(outcome, accounts),
      replacementBlockhash: replacement,
    })
  },
  getFeeForMessage: (ledger, [message]) => {
    try {
      const bytes = new Uint8Array(Buffer.from(String(message), 'base64'))
      const { header } = getCompiledTransactionMessageDecoder().decode(bytes)
      return withContext(ledger, header.numSignerAccounts * lamportsPerSignature)
    } catch {
      throw invalidParams('the message cannot be decoded')
    }
  },
  getSignatureStatuses: (ledger, [signatures]) => {
    const records = toList(signatures, 256).map((one) => ledger.history.get(String(one)))
    return withContext(
      ledger,
      records.map((record) =>
        record
          ? {
              slot: record.slot,
              confirmations: null,
              err: record.err,
              status: record.err ? { Err: record.err } : { Ok: null },
              confirmationStatus: 'finalized',
            }
          : null,
      ),
    )
  },
  getTransaction: (ledger, [signature, options]) => {
    const record = ledger.history.get(String(signature))
    if (!record || record.wire === '') return null
    return encodeTransaction(
      record,
      toOptions(typeof options === 'string' ? { encoding: options } : options),
    )
  },
  getSignaturesForAddress: (ledger, [owner, options]) => {
    const { limit, before, until } = toOptions(options)
    const all = ledger.history.ofAddress(toAddress(owner))
    const from =
      typeof before === 'string' ? all.findIndex((one) => one.signature === before) + 1 : 0
    const found = typeof until === 'string' ? all.findIndex((one) => one.signature === until) : -1
    return all
      .slice(from, found < 0 ? undefined : found)
      .slice(0, typeof limit === 'number' ? limit : 1000)
      .map(({ signature, slot, err, blockTime }) => ({
        signature,
        slot,
        err,
        blockTime,
        memo: null,
        confirmationStatus: 'finalized',
      }))
  },
} satisfies Record<string, Method>

function simulationOf({ err, logs, unitsConsumed }: Outcome): Record<string, unknown> {
  return { err, logs, unitsConsumed, accounts: null, innerInstructions: null, returnData: null }
}

/** The accounts that the call names, in its order; null for one that the transaction does not touch or that is gone. */
function accountsAfter(
  { accounts }: { accounts: readonly EncodedAccount[] },
  options: unknown,
): unknown[] {
  const { addresses, encoding = 'base64' } = toOptions(options)
  return toList(addresses, 100).map((each) => {
    const found = accounts.find(({ address, lamports }) => address === each && lamports > 0n)
    return found ? encodeExisting(found, { encoding }) : null
  })
}

function preflightFailure(outcome: Outcome): SolanaRpcError {
  if (outcome.err === 'SignatureFailure')
    return new SolanaRpcError(-32003, 'Transaction signature verification failure')
  const reason = outcome.err ? describeTransactionError(outcome.err) : ''
  return new SolanaRpcError(
    -32002,
    `Transaction simulation failed: ${reason}`,
    simulationOf(outcome),
  )
}
