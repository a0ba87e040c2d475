/** A transaction's error in the RPC's format: a name, or a name with details. */
export type TransactionError = string | Record<string, unknown>

/* Public clients map these texts back to their error types. */
const messages: Record<string, string> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  SignatureFailure: 'Transaction did not pass signature verification',
}

/**
 * Parses the error of a failed transaction from LiteSVM's text. The JavaScript object can't be used, because it shows errors
 * without fields as plain numbers.
 *
 * @param text  `String(failed)` of a `FailedTransactionMetadata`.
 */
export function readTransactionError(text: string): TransactionError {
  const custom = /err: InstructionError\((\d+), Custom\((\d+)\)\)/.exec(text)
  if (custom) return { InstructionError: [Number(custom[1]), { Custom: Number(custom[2]) }] }
  const instruction = /err: InstructionError\((\d+), (\w+)/.exec(text)
  if (instruction) return { InstructionError: [Number(instruction[1]), instruction[2]] }
  const account =
    /err: (InsufficientFundsForRent|ProgramExecutionTemporarilyRestricted) \{ account_index: (\d+)/.exec(
      text,
    )
  if (account?.[1]) return { [account[1]]: { account_index: Number(account[2]) } }
  const duplicate = /err: DuplicateInstruction\((\d+)\)/.exec(text)
  if (duplicate) return { DuplicateInstruction: Number(duplicate[1]) }
  return /err: (\w+)/.exec(text)?.[1] ?? 'SanitizeFailure'
}

/** Returns a node's message for an error. */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return messages[error] ?? error
  const instruction = error.InstructionError
  if (Array.isArray(instruction)) {
    const [index, reason] = instruction
    const custom =
      typeof reason === 'object' && reason !== null && 'Custom' in reason
        ? reason.Custom
        : undefined
    const what =
      custom === undefined
        ? String(reason)
        : `custom program error: 0x${Number(custom).toString(16)}`
    return `Error processing Instruction ${index}: ${what}`
  }
  if ('InsufficientFundsForRent' in error)
    return 'Transaction results in an account with insufficient funds for rent'
  return Object.keys(error).join(' ')
}
