import { ApiError, type ChainType } from '@sallyport/contract'
import { readWalletRpc, type WalletRpc, walletRpcMethods } from '@sallyport/contract/wallet-api'
import { describeIssue } from '../../http/describe-issue.js'

/**
 * Reads what an app asks of a wallet, and refuses by name what is not offered (wire reference §36, §45).
 *
 * @throws ApiError `invalid_data`, `not_supported`, `feature_not_enabled` (400).
 */
export function readRpc(body: Record<string, unknown>, chainType: ChainType): WalletRpc {
  const { request, problem } = readWalletRpc(body)
  if (problem?.code === 'not_supported')
    throw new ApiError('not_supported', { message: problem.message })
  if (problem !== undefined) throw refuseIssue(problem.issue, body)
  const { family } = walletRpcMethods[request.method]
  const own = chainType.startsWith('bitcoin') ? 'bitcoin' : chainType
  if (family !== 'every' && family !== own)
    throw new ApiError('invalid_data', {
      message: `${request.method} is not a method of a wallet on ${chainType}`,
      data: { field: 'method' },
    })
  if (request.chain_type !== undefined && request.chain_type !== chainType)
    throw new ApiError('invalid_data', {
      message: `The wallet is on ${chainType}`,
      data: { field: 'chain_type' },
    })
  refuseUnoffered(request)
  return request
}

function refuseUnoffered(request: WalletRpc): void {
  if ('sponsor_options' in request && request.sponsor_options !== undefined)
    throw new ApiError('feature_not_enabled', {
      status: 400,
      message: 'No paymaster takes tokens for the fees of wallets: leave sponsor_options out',
    })
  if ('signature_options' in request && request.signature_options?.type === 'erc1271')
    throw new ApiError('not_supported', {
      message: 'The wallet is a plain key: its signatures are of type ecdsa',
    })
  if ('experimental_data_suffix' in request && request.experimental_data_suffix !== undefined)
    throw new ApiError('not_supported', {
      message: 'experimental_data_suffix is not offered: put it into the data',
    })
}

function refuseIssue(
  issue: { path: readonly PropertyKey[]; message?: string },
  body: unknown,
): ApiError {
  const { message, field } = describeIssue(issue, 'body', body)
  return new ApiError('invalid_data', { message, ...(field !== undefined && { data: { field } }) })
}
