import {
  automaticRecoveryMethod,
  type EmbeddedWalletAccount,
  embeddedChains,
  embeddedWalletClientType,
} from '@sallyport/contract'
import { type ConfirmRequest, user as users, type WalletAccount } from '@sallyport/core'
import { wireUser } from './samples.js'

/** An address of a stranger. */
export const bitcoinFriend = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const segwit = 'bc1q8w8qms090cde6jnzcrmafx347tyxuxc82kflxc'

const fields = {
  type: 'wallet',
  ...{ verified_at: 1, first_verified_at: 1, latest_verified_at: null, id: null },
  wallet_client: embeddedWalletClientType,
  wallet_client_type: embeddedWalletClientType,
  connector_type: 'embedded',
  ...{ imported: false, delegated: false, wallet_index: 0 },
  recovery_method: automaticRecoveryMethod,
} as const
/** The accounts of one embedded wallet of each kind. */
export const bitcoinAccounts: EmbeddedWalletAccount[] = [
  {
    ...fields,
    chain_type: 'bitcoin-segwit',
    address: segwit,
    chain_id: embeddedChains['bitcoin-segwit'].caip2,
    public_key: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  },
  {
    ...fields,
    chain_type: 'bitcoin-taproot',
    address: taproot,
    chain_id: embeddedChains['bitcoin-taproot'].caip2,
    public_key: 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
  },
]
/** The same as wallets of a user: SegWit, then Taproot. */
export const bitcoinWallets: WalletAccount[] = bitcoinAccounts.map((account) => {
  const [wallet] = users.walletsOf(users.fromWire({ ...wireUser, linked_accounts: [account] }))
  if (!wallet) throw new Error('A wallet account is a wallet')
  return wallet
})

const request = (psbt: string): ConfirmRequest => ({
  kind: 'send-bitcoin-transaction',
  ...{ address: taproot, chainType: 'bitcoin-taproot', network: 'mainnet', psbt },
})
/** One payment of 0.004 BTC from 0.01 BTC, with change and a fee of 1,050 satoshis. */
export const bitcoinSend = request(
  '70736274ff01007d020000000111111111111111111111111111111111111111111111111111111111111111110000000000fdffffff02801a060000000000160014751e76e8199196d454941c45d1b3a323f1433bd6a623090000000000225120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c000000000001012b40420f0000000000225120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c000000',
)
/** Two payments; one of the two inputs is of another wallet. */
export const bitcoinPayments = request(
  '70736274ff0100d1020000000211111111111111111111111111111111111111111111111111111111111111110000000000fdffffff22222222222222222222222222222222222222222222222222222222222222220000000000fdffffff03801a060000000000160014751e76e8199196d454941c45d1b3a323f1433bd6400d03000000000022512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798a8a20a0000000000225120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c000000000001012b40420f0000000000225120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c0001011fe093040000000000160014777777777777777777777777777777777777777700000000',
)
/** The first payment with a fee of 100,000 satoshis. */
export const bitcoinHighFee = request(
  '70736274ff01007d020000000111111111111111111111111111111111111111111111111111111111111111110000000000fdffffff02801a060000000000160014751e76e8199196d454941c45d1b3a323f1433bd620a1070000000000225120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c000000000001012b40420f0000000000225120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c000000',
)
