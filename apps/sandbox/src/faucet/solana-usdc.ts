import {
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  lamports,
} from '@solana/kit'
import type { Ledger } from '../solana/ledger.js'
import { readTokenAccount } from '../solana/token-account.js'
import { usdcAddresses } from './usdc.js'

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const mint = address(usdcAddresses.solana)
/** Enough for both kinds of account not to be collected. */
const rent = lamports(3_000_000n)

/** Gives USDC to an address of the local Solana chain; the mint is put there with the first call. */
export async function addSolanaUsdc(ledger: Ledger, to: string, units: bigint): Promise<void> {
  const encoder = getAddressEncoder()
  const owner = address(to)
  const seeds = [owner, tokenProgram, mint].map((each) => encoder.encode(each))
  const [holder] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram,
    seeds,
  })
  const found = ledger.svm.getAccount(holder)
  const held = found.exists ? (readTokenAccount(found)?.amount ?? 0n) : 0n
  put(ledger, mint, mintData())
  put(ledger, holder, holderData({ owner, units: held + units }))
}

function put(ledger: Ledger, at: Address, data: Uint8Array): void {
  ledger.svm.setAccount({
    address: at,
    data,
    executable: false,
    lamports: rent,
    programAddress: tokenProgram,
    space: BigInt(data.length),
  })
}

/** A mint that makes no more: no authority, supply, 6 decimals, initialized. */
function mintData(): Uint8Array {
  const data = new Uint8Array(82)
  const view = new DataView(data.buffer)
  view.setBigUint64(36, 10n ** 15n, true)
  view.setUint8(44, 6)
  view.setUint8(45, 1)
  return data
}

/** A token account: mint, owner, amount, no delegate, initialized. */
function holderData({ owner, units }: { owner: Address; units: bigint }): Uint8Array {
  const encoder = getAddressEncoder()
  const data = new Uint8Array(165)
  data.set(encoder.encode(mint), 0)
  data.set(encoder.encode(owner), 32)
  const view = new DataView(data.buffer)
  view.setBigUint64(64, units, true)
  view.setUint8(108, 1)
  return data
}
