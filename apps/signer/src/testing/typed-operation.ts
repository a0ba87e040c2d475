import { accountEntryPoint } from '@sallyport/contract/wallet-api'

/** A member of a struct of typed data. */
export const field = (name: string, type: string) => ({ name, type })

/** How an operation of entry point 0.8 is signed (EIP-712). */
export const operationTypes = {
  PackedUserOperation: [
    field('sender', 'address'),
    field('nonce', 'uint256'),
    field('initCode', 'bytes'),
    field('callData', 'bytes'),
    field('accountGasLimits', 'bytes32'),
    field('preVerificationGas', 'uint256'),
    field('gasFees', 'bytes32'),
    field('paymasterAndData', 'bytes'),
  ],
}
export const operationDomain = {
  ...{ name: 'ERC4337', version: '1', chainId: 1 },
  verifyingContract: accountEntryPoint,
}
