import type { SolanaStep, TokenAmount, TokenRight } from './reading.js'
import type { Instruction } from './solana-message.js'
import { addressAt } from './solana-system.js'

/** Instructions by their first byte. @see SPL Token, `TokenInstruction`. */
const tags = {
  transfer: 3,
  approve: 4,
  revoke: 5,
  setAuthority: 6,
  mintTo: 7,
  burn: 8,
  closeAccount: 9,
  transferChecked: 12,
  approveChecked: 13,
  mintToChecked: 14,
  burnChecked: 15,
  /** Of Token-2022; 1 as second byte is `TransferCheckedWithFee`. */
  transferFee: 26,
} as const
const rights: readonly TokenRight[] = ['mint', 'freeze', 'owner', 'close']

/** What an instruction of the token programs does; null for one that is not of exactly a known form. */
export function tokenStep(accounts: Instruction['accounts'], view: DataView): SolanaStep | null {
  const [first, second] = accounts
  if (!first || view.byteLength === 0) return null
  const tag = view.getUint8(0)
  switch (tag) {
    case tags.revoke:
      return view.byteLength === 1 ? { kind: 'end-approval', account: first } : null
    case tags.setAuthority:
      return readAuthority(first, view)
    case tags.closeAccount: {
      const isWhole = view.byteLength === 1 && second
      return isWhole ? { kind: 'close-token-account', account: first, to: second } : null
    }
    default:
      return amountStep(accounts, view)
  }
}

/** The instructions with an amount; the checked ones name mint and decimals, which the program checks. */
function amountStep(accounts: Instruction['accounts'], view: DataView): SolanaStep | null {
  const [first, second, third, fourth] = accounts
  if (!first || !second || !third) return null
  const isPlain = view.byteLength === 9
  const isChecked = view.byteLength === 10
  const amount = (mint: string | null): TokenAmount => ({
    units: view.getBigUint64(1, true),
    mint,
    decimals: isChecked ? view.getUint8(9) : null,
  })
  switch (view.getUint8(0)) {
    case tags.transfer:
      return isPlain ? { kind: 'send-token', from: first, to: second, amount: amount(null) } : null
    case tags.approve:
      if (!isPlain) return null
      return { kind: 'approve-token', account: first, delegate: second, amount: amount(null) }
    case tags.mintTo:
      return isPlain ? { kind: 'mint-token', to: second, amount: amount(first) } : null
    case tags.burn:
      return isPlain ? { kind: 'burn-token', account: first, amount: amount(second) } : null
    case tags.mintToChecked:
      return isChecked ? { kind: 'mint-token', to: second, amount: amount(first) } : null
    case tags.burnChecked:
      return isChecked ? { kind: 'burn-token', account: first, amount: amount(second) } : null
    case tags.transferChecked:
      if (!isChecked || !fourth) return null
      return { kind: 'send-token', from: first, to: third, amount: amount(second) }
    case tags.approveChecked:
      if (!isChecked || !fourth) return null
      return { kind: 'approve-token', account: first, delegate: third, amount: amount(second) }
    case tags.transferFee: {
      if (view.byteLength !== 19 || view.getUint8(1) !== 1 || !fourth) return null
      const units = view.getBigUint64(2, true)
      const moved = { units, mint: second, decimals: view.getUint8(10) }
      return { kind: 'send-token', from: first, to: third, amount: moved }
    }
    default:
      return null
  }
}

/** Which right goes to which account; of a form that is not known, that control goes away is said all the same. */
function readAuthority(account: string, view: DataView): SolanaStep {
  const isGiven = view.byteLength === 35 && view.getUint8(2) === 1
  const right = view.byteLength > 1 ? rights[view.getUint8(1)] : undefined
  const to = isGiven ? addressAt(view, 3) : null
  return { kind: 'set-authority', account, right: right ?? 'other', to }
}
