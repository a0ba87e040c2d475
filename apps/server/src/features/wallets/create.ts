import { ApiError } from '@sallyport/contract'
import { type WalletInput, walletInput } from '@sallyport/contract/wallet-api'
import { toBase64url } from '@sallyport/crypto'
import type { App } from '../../apps/app.js'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import { describeIssue } from '../../http/describe-issue.js'
import { randomId } from '../../ports/random.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import { makeWallet, type WalletLabels } from '../../wallet-api/make-wallet.js'
import { toWireWallet } from '../../wallet-api/to-wire.js'
import { readOwningUser } from './owning-user.js'
import { olderThreshold, readWalletFields, requireChain } from './read-input.js'

/** Creates a wallet of an app. @throws ApiError `invalid_data`, `not_supported`, what the signer refuses. */
export async function createWallet(
  deps: Deps,
  app: App,
  body: WalletInput,
): Promise<ServerWalletRow> {
  const chainType = requireChain(body.chain_type)
  const fields = readWalletFields(body)
  const appId = app.id
  const labels = { ...labelsOf(deps, body), user_id: await readOwningUser(deps, { appId, body }) }
  const sealTo = toBase64url(deps.sealKey.publicKey)
  const begin = () =>
    callSigner(deps, 'createWallet', { appId, wallet: { chainType, ...fields }, sealTo })
  return makeWallet(deps, { appId, chainType, fields, labels, begin })
}

/** What the API keeps of a new wallet by itself. */
export function labelsOf(
  { random, clock }: Pick<Deps, 'random' | 'clock'>,
  body: Partial<WalletInput>,
): Omit<WalletLabels, 'user_id'> {
  const nowMs = clock.nowMs()
  const { entity } = body
  if (entity?.type === 'organization')
    throw new ApiError('not_supported', {
      message: 'Entities of type organization are not offered',
    })
  return {
    display_name: body.display_name ?? null,
    external_id: body.external_id ?? null,
    entity: entity
      ? { ...entity, row_id: randomId(random, 24), created_at: nowMs, updated_at: nowMs }
      : null,
    authorization_threshold: olderThreshold(body),
  }
}

/** Creates wallets one after the other: each succeeds or fails by itself, in the order of the request. */
export async function createBatch(deps: Deps, app: App, wallets: readonly unknown[]) {
  const results = []
  for (const [index, given] of wallets.entries())
    results.push(await createOne(deps, app, { index, given }))
  return { results }
}

async function createOne(
  deps: Deps,
  app: App,
  { index, given }: { index: number; given: unknown },
) {
  const parsed = walletInput.safeParse(given)
  if (!parsed.success) {
    const [issue = { path: [] }] = parsed.error.issues
    const { message } = describeIssue(issue, 'body', given)
    return { index, success: false, code: 'invalid_data', error: message } as const
  }
  try {
    const wallet = toWireWallet(await createWallet(deps, app, parsed.data))
    return { index, success: true, wallet } as const
  } catch (error) {
    // A failure of the server is the whole call's: the client asks again.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const { code, message } = error
    return { index, success: false, code, error: message } as const
  }
}
