import {
  address,
  type EncodedAccount,
  generateKeyPairSigner,
  getBase58Encoder,
  lamports,
} from '@solana/kit'
import { LiteSVM } from 'litesvm'
import { describe, expect, test } from 'vitest'
import { restoreAccounts, TouchedAccounts } from './touched-accounts.js'

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const clock = address('SysvarC1ock11111111111111111111111111111111')

async function accountWith(data: Uint8Array): Promise<EncodedAccount> {
  const { address: at } = await generateKeyPairSigner()
  const space = BigInt(data.length)
  const programAddress = tokenProgram
  return { address: at, data, space, programAddress, executable: false, lamports: lamports(9n) }
}

describe('TouchedAccounts', () => {
  test('saves accounts with their data, and restoring them gives the same accounts', async () => {
    const account = await accountWith(new Uint8Array([1, 2, 3]))
    const svm = new LiteSVM()
    const touched = new TouchedAccounts()
    touched.addAddress(svm, account.address)
    svm.setAccount(account)

    const saved = touched.save(svm)
    const again = new LiteSVM()
    restoreAccounts(again, saved)

    expect(again.getAccount(account.address)).toEqual({ exists: true, ...account })
    expect(new TouchedAccounts(saved).save(again)).toEqual(saved)
  })

  test('leaves out the programs and variables that every chain has', () => {
    const svm = new LiteSVM()
    const touched = new TouchedAccounts()

    for (const each of [tokenProgram, clock]) touched.addAddress(svm, each)

    expect(touched.save(svm)).toEqual([])
  })

  test('saves what a transaction takes from a lookup table', async () => {
    const account = await accountWith(new Uint8Array([7]))
    const entry = new Uint8Array(getBase58Encoder().encode(account.address))
    const table = await accountWith(new Uint8Array([...new Uint8Array(56 + 32), ...entry]))
    const svm = new LiteSVM()
    for (const each of [account, table]) svm.setAccount(each)
    const touched = new TouchedAccounts()

    const lookup = { lookupTableAddress: table.address, writableIndexes: [1], readonlyIndexes: [0] }
    touched.add(svm, { accounts: [], message: { addressTableLookups: [lookup] } } as never)

    expect(touched.save(svm).map((each) => each.address)).toEqual([account.address])
  })
})
