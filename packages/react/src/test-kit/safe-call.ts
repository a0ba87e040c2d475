import type { ConfirmRequest } from '@sallyport/core'
import { friend, permit, usdc } from './samples.js'

/** A transaction of a Safe that makes another account its owner. */
export const safeCall: ConfirmRequest = {
  kind: 'sign-typed-data',
  address: permit.address,
  typedData: {
    domain: { chainId: 1, verifyingContract: usdc },
    primaryType: 'SafeTx',
    types: {
      SafeTx: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
        { name: 'operation', type: 'uint8' },
      ],
    },
    message: {
      to: usdc,
      value: '0',
      data: `0x0d582f13${friend.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
      operation: 0,
    },
  },
}
