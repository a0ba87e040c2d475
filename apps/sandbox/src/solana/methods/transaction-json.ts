import { getBase58Decoder } from '@solana/kit'
import type { TransactionRecord } from '../history.js'
import { openWire } from '../transaction.js'

/** Encodes a recorded transaction for `getTransaction` in the requested `encoding` (default `json`). */
export function encodeTransaction(
  record: TransactionRecord,
  { encoding }: Record<string, unknown>,
): unknown {
  const opened = openWire(new Uint8Array(Buffer.from(record.wire, 'base64')))
  return {
    slot: record.slot,
    blockTime: record.blockTime,
    version: opened.message.version,
    meta: {
      err: record.err,
      status: record.err ? { Err: record.err } : { Ok: null },
      fee: record.fee,
      preBalances: record.preBalances,
      postBalances: record.postBalances,
      preTokenBalances: [],
      postTokenBalances: [],
      innerInstructions: [],
      logMessages: record.logs,
      rewards: [],
      loadedAddresses: { writable: [], readonly: [] },
      computeUnitsConsumed: record.unitsConsumed,
    },
    transaction: encodeBody(record, opened, encoding),
  }
}

function encodeBody(
  record: TransactionRecord,
  { transaction, message, wire, blockhash }: ReturnType<typeof openWire>,
  encoding: unknown,
): unknown {
  if (encoding === 'base64') return [record.wire, 'base64']
  if (encoding === 'base58') return [getBase58Decoder().decode(wire), 'base58']
  const instructions = 'instructions' in message ? message.instructions : []
  return {
    signatures: Object.values(transaction.signatures).map((one) =>
      getBase58Decoder().decode(one ?? new Uint8Array(64)),
    ),
    message: {
      header: {
        numRequiredSignatures: message.header.numSignerAccounts,
        numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
      },
      accountKeys: message.staticAccounts,
      recentBlockhash: blockhash,
      addressTableLookups: [],
      instructions: instructions.map((one) => ({
        programIdIndex: one.programAddressIndex,
        accounts: one.accountIndices ?? [],
        data: getBase58Decoder().decode(one.data ?? new Uint8Array()),
        stackHeight: null,
      })),
    },
  }
}
