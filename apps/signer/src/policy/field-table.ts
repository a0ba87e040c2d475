import type { ChainFamily } from './facts.js'

/** What kind of value a field has: it decides the operators and the spelling of values. */
export type FieldKind =
  | 'integer'
  | 'ethereum-address'
  | 'address'
  | 'bytes'
  | 'asset-name'
  | 'network-name'
  | 'text'

interface SourceFacts {
  /** Where its fields can be there. */
  chains: readonly ChainFamily[]
  /** Fields by name; `dynamic` where a name is a path that the condition explains. */
  fields: Readonly<Record<string, FieldKind>> | 'dynamic'
}

const everywhere = ['ethereum', 'solana', 'bitcoin'] as const

/** Every field source of conditions with its fields (wire reference §27, §40). Those marked "ours" are beyond the wire. */
export const fieldSources = {
  ethereum_transaction: {
    chains: ['ethereum'],
    fields: {
      to: 'ethereum-address',
      value: 'integer',
      chain_id: 'integer',
      // Ours: fee caps.
      gas_limit: 'integer',
      max_fee_per_gas: 'integer',
      max_priority_fee_per_gas: 'integer',
      max_fee: 'integer',
      cost: 'integer',
      type: 'integer',
    },
  },
  ethereum_calldata: { chains: ['ethereum'], fields: 'dynamic' },
  ethereum_typed_data_domain: {
    chains: ['ethereum'],
    fields: {
      chainId: 'integer',
      chain_id: 'integer',
      verifyingContract: 'ethereum-address',
      verifying_contract: 'ethereum-address',
    },
  },
  ethereum_typed_data_message: { chains: ['ethereum'], fields: 'dynamic' },
  /** Ours: what typed data of a known form means. */
  ethereum_typed_data_meaning: {
    chains: ['ethereum'],
    fields: { kind: 'text', spender: 'ethereum-address', expires_at: 'integer' },
  },
  ethereum_7702_authorization: {
    chains: ['ethereum'],
    fields: { contract: 'ethereum-address', chain_id: 'integer' },
  },
  /** Ours. */
  ethereum_user_operation: {
    chains: ['ethereum'],
    fields: {
      sender: 'ethereum-address',
      entry_point: 'ethereum-address',
      chain_id: 'integer',
      paymaster: 'ethereum-address',
      max_fee: 'integer',
    },
  },
  solana_program_instruction: { chains: ['solana'], fields: { programId: 'address' } },
  solana_system_program_instruction: {
    chains: ['solana'],
    fields: {
      instructionName: 'text',
      'Transfer.from': 'address',
      'Transfer.to': 'address',
      'Transfer.lamports': 'integer',
    },
  },
  solana_token_program_instruction: {
    chains: ['solana'],
    fields: {
      instructionName: 'text',
      'Transfer.source': 'address',
      'Transfer.destination': 'address',
      'Transfer.authority': 'address',
      'Transfer.amount': 'integer',
      'TransferChecked.source': 'address',
      'TransferChecked.destination': 'address',
      'TransferChecked.authority': 'address',
      'TransferChecked.amount': 'integer',
      'TransferChecked.mint': 'address',
      'Burn.account': 'address',
      'Burn.mint': 'address',
      'Burn.authority': 'address',
      'Burn.amount': 'integer',
      'MintTo.mint': 'address',
      'MintTo.account': 'address',
      'MintTo.authority': 'address',
      'MintTo.amount': 'integer',
      'CloseAccount.account': 'address',
      'CloseAccount.destination': 'address',
      'CloseAccount.authority': 'address',
      'InitializeAccount3.account': 'address',
      'InitializeAccount3.mint': 'address',
      'InitializeAccount3.owner': 'address',
    },
  },
  /** Ours. */
  solana_transaction: {
    chains: ['solana'],
    fields: {
      fee_payer: 'address',
      signers: 'integer',
      max_fee: 'integer',
      cost: 'integer',
      unknown_tables: 'integer',
      unread_instructions: 'integer',
    },
  },
  /** Ours. */
  bitcoin_transaction: {
    chains: ['bitcoin'],
    fields: { fee: 'integer', fee_rate: 'integer', amount: 'integer', foreign_inputs: 'text' },
  },
  /** Ours: each output that is not change. */
  bitcoin_output: {
    chains: ['bitcoin'],
    fields: { address: 'address', amount: 'integer', is_data: 'text' },
  },
  /** Ours: a coin, however it moves. */
  token_transfer: {
    chains: everywhere,
    fields: {
      asset: 'address',
      to: 'address',
      amount: 'integer',
      chain_id: 'integer',
      kind: 'text',
    },
  },
  message: { chains: everywhere, fields: { content: 'text', byte_length: 'integer' } },
  system: {
    chains: everywhere,
    fields: { current_unix_timestamp: 'integer', chain_id: 'integer' },
  },
  action_request_body: { chains: everywhere, fields: 'dynamic' },
  reference: { chains: everywhere, fields: 'dynamic' },
} as const satisfies Record<string, SourceFacts>
export type FieldSource = keyof typeof fieldSources

/** Field sources of chains and products that are not offered. */
const sourcesElsewhere = /^(?:tempo|tron|sui|xrpl)_/

/** Why a field source is not known. */
export function problemOfSource(source: string): string | null {
  if (Object.hasOwn(fieldSources, source)) return null
  return sourcesElsewhere.test(source)
    ? 'is of a chain that is not offered'
    : 'is not a known field source'
}

/** Methods that rules name, and the kind of chain that each is of. */
export const ruleMethods = {
  '*': everywhere,
  personal_sign: ['ethereum'],
  eth_signTypedData_v4: ['ethereum'],
  eth_signTransaction: ['ethereum'],
  eth_sendTransaction: ['ethereum'],
  wallet_sendCalls: ['ethereum'],
  eth_signUserOperation: ['ethereum'],
  eth_sign7702Authorization: ['ethereum'],
  secp256k1_sign: ['ethereum'],
  signMessage: ['solana'],
  signTransaction: ['solana'],
  signAndSendTransaction: ['solana'],
  bitcoin_signMessage: ['bitcoin'],
  bitcoin_signPsbt: ['bitcoin'],
  bitcoin_sendPsbt: ['bitcoin'],
  raw_sign: everywhere,
  transfer: everywhere,
  exportPrivateKey: everywhere,
  exportSeedPhrase: everywhere,
} as const satisfies Record<string, readonly ChainFamily[]>
export type RuleMethod = keyof typeof ruleMethods

/** The kind of chain of a policy or wallet; undefined for chains that are not offered. */
export function familyOf(chainType: string): ChainFamily | undefined {
  switch (chainType) {
    case 'ethereum':
    case 'solana':
      return chainType
    case 'bitcoin-segwit':
    case 'bitcoin-taproot':
      return 'bitcoin'
    default:
      return undefined
  }
}
