import type { StakeStep } from './reading.js'
import type { Instruction } from './solana-message.js'
import { addressAt } from './solana-system.js'

/**
 * What an instruction of the stake program does; null for one that is not of exactly a known form.
 *
 * @see Solana, `StakeInstruction`: the first four bytes are its number.
 */
export function stakeStep(accounts: Instruction['accounts'], view: DataView): StakeStep | null {
  const [account, second] = accounts
  if (!account || view.byteLength < 4) return null
  const kind = 'stake'
  switch (view.getUint32(0, true)) {
    case 0:
      // Who may delegate, who may withdraw, and a lock.
      if (view.byteLength !== 116) return null
      return { kind, act: 'initialize', account, party: addressAt(view, 36) }
    case 1:
      if (view.byteLength !== 40) return null
      return { kind, act: 'authorize', account, party: addressAt(view, 4) }
    case 2:
      if (view.byteLength !== 4 || !second) return null
      return { kind, act: 'delegate', account, party: second }
    case 3:
    case 4: {
      if (view.byteLength !== 12 || !second) return null
      const act = view.getUint32(0, true) === 3 ? 'split' : 'withdraw'
      return { kind, act, account, party: second, lamports: view.getBigUint64(4, true) }
    }
    case 5:
      return view.byteLength === 4 ? { kind, act: 'deactivate', account, party: null } : null
    default:
      return null
  }
}
