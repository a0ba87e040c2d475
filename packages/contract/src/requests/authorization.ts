import type { Authorization } from './reading.js'

/** Whether an authorization (EIP-7702) ends the control of any contract instead of giving it. */
export function endsAuthorization({ contract }: Pick<Authorization, 'contract'>): boolean {
  return /^0x0{40}$/.test(contract)
}
