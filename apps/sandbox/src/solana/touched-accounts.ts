import {
  type Address,
  address,
  type EncodedAccount,
  getAddressDecoder,
  lamports,
} from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import type { OpenedTransaction } from './transaction.js'

/** An account as it is saved. */
export interface SavedAccount {
  address: string
  owner: string
  lamports: bigint
  executable: boolean
  /** base64 */
  data: string
}

const sysvars = 'Sysvar1111111111111111111111111111111111111'
/** Bytes of a lookup table before its addresses. */
const tableHeaderLength = 56

/**
 * The accounts that transactions named, without the programs and variables of every new chain. No other account can differ
 * from those of a new chain.
 */
export class TouchedAccounts {
  readonly #addresses: Set<string>

  constructor(saved: readonly SavedAccount[] = []) {
    this.#addresses = new Set(saved.map((each) => each.address))
  }

  addAddress(svm: LiteSVM, one: Address): void {
    if (this.#addresses.has(one)) return
    const found = svm.getAccount(one)
    const isOfNewChain = found.exists && (found.executable || found.programAddress === sysvars)
    if (!isOfNewChain) this.#addresses.add(one)
  }

  /** Adds the accounts of a transaction that was not processed yet, with those that it takes from lookup tables. */
  add(svm: LiteSVM, { accounts, message }: OpenedTransaction): void {
    for (const each of accounts) this.addAddress(svm, each)
    const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
    for (const { lookupTableAddress, writableIndexes } of lookups)
      for (const index of writableIndexes) {
        const found = addressInTable(svm, lookupTableAddress, index)
        if (found) this.addAddress(svm, found)
      }
  }

  /** Every touched account that exists, as it is now. */
  save(svm: LiteSVM): SavedAccount[] {
    return [...this.#addresses].flatMap((each) => {
      const found = svm.getAccount(address(each))
      return found.exists ? [toSaved(found)] : []
    })
  }
}

/** Puts saved accounts into a new chain. */
export function restoreAccounts(svm: LiteSVM, saved: readonly SavedAccount[]): void {
  // A program is loaded when its account is set, and its code is in another account.
  const programsLast = [...saved].sort((a, b) => Number(a.executable) - Number(b.executable))
  for (const each of programsLast) {
    const data = new Uint8Array(Buffer.from(each.data, 'base64'))
    svm.setAccount({
      address: address(each.address),
      programAddress: address(each.owner),
      lamports: lamports(each.lamports),
      executable: each.executable,
      data,
      space: BigInt(data.length),
    })
  }
}

function toSaved(account: EncodedAccount): SavedAccount {
  return {
    address: account.address,
    owner: account.programAddress,
    lamports: account.lamports,
    executable: account.executable,
    data: Buffer.from(account.data).toString('base64'),
  }
}

function addressInTable(svm: LiteSVM, table: Address, index: number): Address | undefined {
  const found = svm.getAccount(table)
  const start = tableHeaderLength + 32 * index
  return found.exists && found.data.length >= start + 32
    ? getAddressDecoder().decode(found.data, start)
    : undefined
}
