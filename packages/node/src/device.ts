export type { ProgramChoice, ProgramGrant } from '@sallyport/contract'
export {
  type AuthorizeOptions,
  authorize,
  type DeviceCode,
  openProgram,
} from './programs/authorize.js'
export type { Balance, ProgramWallet, Sent, WireTypedData } from './programs/wallet.js'
