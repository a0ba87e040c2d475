import { ApiError, type api, type RouteRequest, type SmartWalletType } from '@sallyport/contract'
import {
  checksumAddress,
  fromHex,
  type Hex,
  hashMessage,
  recoverAddress,
  toHex,
} from '@sallyport/crypto/chains/ethereum'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import type { RequestFacts } from '../../http/implement.js'
import { type ExternalWallet, provenChainOf, walletKey } from '../../identity/external-wallet.js'
import { type LoginFields, parseLoginMessage } from '../../identity/login-message.js'
import type { Proof } from '../../identity/proof.js'
import {
  checkLoginFields,
  malformedMessage,
  proveNonce,
  refusedSignature,
  requireValidNonce,
} from '../../identity/wallet-proof.js'
import { refuseUnreachable, requireOwner } from './smart-wallet-owner.js'

type Body = Omit<RouteRequest<typeof api.siwe.authenticate>['body'], 'mode'>
type SmartWalletBody = RouteRequest<typeof api.siwe.linkSmartWallet>['body']
type Signed = Pick<Body, 'message' | 'signature'>

/** What a signed message proves: the wallet, its key, and the proof that its nonce is used up by. */
interface ProvenWallet {
  wallet: ExternalWallet & { chainId: string }
  key: string
  proof: Proof
}

/** The refusal of an address that is not one, or whose letters contradict its checksum. */
export function invalidAddress(): ApiError {
  return new ApiError('invalid_data', { message: 'Invalid Ethereum address' })
}

/** What links a smart wallet: its account's data, its key, its owner, and the proof that its nonce is used up by. */
export interface ProvenSmartWallet {
  /** The user's embedded wallet that owns it. */
  owner: Hex

  data: { address: string; smart_wallet_type: SmartWalletType; smart_wallet_version?: string }
  key: string
  proof: Proof
}

/**
 * Proves the smart wallet of a user by a message of EIP-4361 that its contract accepts, deployed or not (ERC-1271, ERC-6492), on a
 * chain that the app has configured, and by its owner: one of the user's embedded wallets.
 *
 * @throws ApiError as `proveEthereumWallet`, `feature_not_enabled`; `invalid_data` for a user without an embedded wallet on Ethereum.
 */
export async function proveSmartWallet(
  deps: Deps,
  {
    app,
    userId,
    body,
    request,
  }: { app: App; userId: string; body: SmartWalletBody; request: RequestFacts },
): Promise<ProvenSmartWallet> {
  const config = app.settings.smart_wallet_config
  if (!config?.enabled || config.smart_wallet_type !== body.smart_wallet_type) {
    throw new ApiError('feature_not_enabled', {
      message: 'Smart wallets of this type are not enabled for this app',
    })
  }
  const { fields, address, chainId } = readMessage(body.message)
  if (!config.configured_networks.some(({ chain_id }) => chain_id === chainId))
    throw refusedSignature()
  checkLoginFields(deps, { app, fields, request })
  const attempt = { app, chainType: 'ethereum', fields, request } as const
  await requireValidNonce(deps, attempt)
  await requireContract(deps, { body, address, fields })
  const { smart_wallet_type, smart_wallet_version } = body
  const owner = await requireOwner(deps, {
    where: { appId: app.id, userId },
    chainId: fields.chainId,
    address,
    type: smart_wallet_type,
    version: smart_wallet_version ?? config.smart_wallet_version,
  })
  return {
    owner,
    data: { address, smart_wallet_type, ...(smart_wallet_version && { smart_wallet_version }) },
    key: walletKey({ chainType: 'ethereum', address }),
    proof: proveNonce(deps, attempt),
  }
}

/** @throws ApiError `invalid_data` */
function readMessage(message: string) {
  const fields = parseLoginMessage(message, 'Ethereum')
  if (fields === undefined || !/^(?:0|[1-9]\d{0,31})$/.test(fields.chainId))
    throw malformedMessage()
  const address = requireChecksum(fields.address)
  return { fields, address, chainId: `eip155:${fields.chainId}` }
}

/**
 * Proves an Ethereum wallet by a message of EIP-4361 that its key or contract signed.
 *
 * @throws ApiError `invalid_data` for a malformed message or address; `invalid_credentials` for another site, time, nonce
 *   or signature; `not_supported` for a contract's signature on a chain the server cannot reach; `internal_error` (503)
 *   when that chain's node does not answer.
 */
export async function proveEthereumWallet(
  deps: Deps,
  { app, body, request }: { app: App; body: Body; request: RequestFacts },
): Promise<ProvenWallet> {
  const { fields, address, chainId } = readMessage(body.message)
  checkLoginFields(deps, { app, fields, request })
  const isOtherChain = body.chainId?.startsWith('eip155:') && body.chainId !== chainId
  if (isOtherChain) throw refusedSignature()
  const key = walletKey({ chainType: 'ethereum', address })
  const attempt = { app, chainType: 'ethereum', fields, request } as const
  if (!isOwnKey(body, address)) {
    await requireValidNonce(deps, attempt)
    // The same address can be another owner's contract on another chain.
    const before = await provenChainOf(deps, { app, key })
    if (before !== undefined && before !== chainId) throw refusedSignature()
    await requireContract(deps, { body, address, fields })
  }
  const { walletClientType, connectorType } = body
  const wallet = {
    chainType: 'ethereum',
    address,
    chainId,
    walletClientType,
    connectorType,
  } as const
  return { wallet, key, proof: proveNonce(deps, attempt) }
}

function requireChecksum(address: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw invalidAddress()
  const spelled = checksumAddress(address)
  if (spelled !== address) throw invalidAddress()
  return spelled
}

function isOwnKey({ message, signature }: Body, address: Hex): boolean {
  try {
    return recoverAddress(hashMessage(message), fromHex(signature)) === address
  } catch {
    // Not the signature of a key.
    return false
  }
}

async function requireContract(
  { contractSignatures }: Pick<Deps, 'contractSignatures'>,
  { body, address, fields }: { body: Signed; address: Hex; fields: LoginFields },
): Promise<void> {
  const { chainId } = fields
  if (!contractSignatures.supports(chainId)) {
    // 65 bytes are most probably the signature of another key.
    if (fromHex(body.signature).length === 65) throw refusedSignature()
    throw new ApiError('not_supported', {
      message: `Contract wallets on chain eip155:${chainId} cannot log in here: the server has no RPC URL for it`,
    })
  }
  const hash = toHex(hashMessage(body.message))
  // The schema has checked that it is hex.
  const signature = body.signature as Hex
  const isValid = await contractSignatures
    .verify({ chainId, address, hash, signature })
    .catch(refuseUnreachable)
  if (!isValid) throw refusedSignature()
}
