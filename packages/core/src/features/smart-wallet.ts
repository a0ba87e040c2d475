import { pageApi, type SmartWalletConfig, type SmartWalletType } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { changeAccounts } from '../session/change-accounts.js'
import type { User } from '../types.js'
import { embeddedWallets, isSameAddress } from '../wallet/accounts.js'
import { operate } from '../wallet/operate.js'

export { confirmThenRun as confirm, type Job } from '../providers/should-confirm.js'

const operationMethods = {
  bare: 'csw_signUserOperation',
  message: 'sallyport_signUserOperation',
} as const

/**
 * Has the embedded wallet at an address sign an operation, which was approved as what it does; where wallet screens are enforced the
 * frame shows its calls.
 *
 * @param operation  Of entry point 0.6, or packed for 0.7. Numbers as hex.
 * @param form  Whether its bare hash is signed, for entry point 0.6 only, or the hash as a message (EIP-191).
 * @throws RpcError 4100 when the user has no such wallet.
 */
export async function signOperation(
  client: SallyportClient,
  {
    address,
    operation,
    entryPoint,
    chainId,
    form,
  }: {
    address: string
    operation: Readonly<Record<string, string>>
    entryPoint: string
    chainId: number
    form: 'bare' | 'message'
  },
): Promise<string> {
  const wallet = embeddedWallets(client, 'ethereum').find((each) =>
    isSameAddress(each.address, address),
  )
  if (!wallet) throw new RpcError(4100)
  const params = [operation, entryPoint, chainId]
  const answer = await operate(client, wallet, { method: operationMethods[form], params })
  return String(answer)
}

/** What the app has set for its smart wallets; off until the configuration is loaded. */
export function config(client: SallyportClient): SmartWalletConfig {
  return client.state.config?.smart_wallet_config ?? { enabled: false }
}

/** The address of the user's smart wallet; undefined while none is linked. */
export function linkedAddress(client: SallyportClient): string | undefined {
  const found = client.state.user?.linkedAccounts.find(({ type }) => type === 'smart_wallet')
  return typeof found?.address === 'string' ? found.address : undefined
}

/**
 * Links the smart wallet of the signed-in user by a message for this page that its owner signs without asking the user
 * (specification §4).
 *
 * @param input  With the signature that the wallet's contract accepts, deployed or not.
 * @throws ApiError `invalid_credentials`, `feature_not_enabled`, `cannot_link_more_of_type`, `linked_to_another_user`.
 */
export function link(
  client: SallyportClient,
  input: {
    /** Of `siwe.createMessage`, for the smart wallet's address and chain. */
    message: string
    signature: string
    type: SmartWalletType
    version?: string | undefined
  },
): Promise<User> {
  const { message, signature, type, version } = input
  const body = {
    message,
    signature,
    smart_wallet_type: type,
    ...(version !== undefined && { smart_wallet_version: version }),
  }
  return changeAccounts(client, pageApi.siwe.linkSmartWallet, { body })
}
