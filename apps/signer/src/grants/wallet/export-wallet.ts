import { walletExportInput } from '@sallyport/contract/wallet-api'
import { wipe, wordsFromEntropy } from '@sallyport/crypto'
import { writePrivateKey as writeBitcoinKey } from '@sallyport/crypto/chains/bitcoin'
import { writePrivateKey as writeEthereumKey } from '@sallyport/crypto/chains/ethereum'
import { writePrivateKey as writeSolanaKey } from '@sallyport/crypto/chains/solana'
import { CallRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest, SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { readRecipient, sealToClient } from '../../hpke.js'
import { familyOf } from '../../policy/field-table.js'
import { readOpaqueRequest } from '../../policy/read-message.js'
import { judgeAndReserve } from '../../policy-rows/judge-wallet.js'
import { lawOf } from '../../policy-rows/law.js'
import { parseBody } from '../../policy-rows/parse-body.js'
import { authorize } from '../../quorum/authorize.js'
import { invalid } from '../../refusals.js'
import { readWalletRpcRequest, requireWallet } from '../../requests.js'
import { inApp } from '../../rows/in-app.js'
import { quorumOf } from '../../rows/quorum-rows.js'
import type { SignerDeps } from '../../signer-deps.js'
import { describeWallet } from './describe-wallet.js'
import { restoreSecret } from './wallet-key.js'
import { changeWallet, lockWallet, type ServerWallet } from './wallet-rows.js'

type Kind = SignerOutput<'exportWallet'>['kind']

/**
 * Seals the private key or phrase of a wallet to the caller's key. Only the owner exports, by keys that may, and only where a policy allows it;
 * a wallet without owner never gives its key away.
 *
 * @throws CallRefused `not_found`, `wrong_signature`, `invalid_request` for a phrase that the wallet doesn't have; PolicyRefusal; RowRefused.
 */
export async function exportWallet(
  { appId, walletId, apiShare, request }: SignerInput<'exportWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'exportWallet'>> {
  const { taken, ...exported } = await inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const nowMs = deps.clock.nowMs()
    const wallet = await lockWallet({ appId, walletId }, rows)
    if (wallet.state !== 'active') throw new CallRefused('not_found')
    if (wallet.owner === null) throw invalid('A wallet without an owner cannot be exported')
    const owner = await quorumOf({ appId, quorumId: wallet.owner, request }, { ...rows, nowMs })
    const { digest, voters } = authorize(request, { appId, quorums: [owner], nowMs, act: 'export' })
    const { kind, recipient } = readExport(request, wallet)
    const chain = familyOf(wallet.chainType)
    if (!chain) throw invalid('The chain is not offered')
    const method = kind === 'phrase' ? 'exportSeedPhrase' : 'exportPrivateKey'
    const law = await lawOf({ appId, chain, policyIds: wallet.policyIds }, rows)
    const facts = readOpaqueRequest(method, chain)
    const windows = await judgeAndReserve(
      { walletId, method, facts, keyIds: voters, name: digest },
      { ...deps, ...rows, law, nowMs },
    )
    const sealed = await sealSecret(wallet, { kind, recipient, apiShare })
    const changed = await changeWallet(wallet, { exportedAtMs: nowMs }, rows)
    return { kind, ...sealed, wallet: describeWallet(changed), taken: windows }
  })
  for (const window of taken) deps.spent.remember(window)
  return exported
}

/** What is exported, and the raw point of the key that it is sealed to. */
function readExport(
  request: AuthorizedRequest,
  { id, chainType: chain, address, secret }: ServerWallet,
): { kind: Kind; recipient: Uint8Array } {
  const named = { chain, address, id }
  const asked = request.url.endsWith('/rpc')
    ? readRpcExport(request, named)
    : parseBody(walletExportInput, request.body)
  if (!request.url.endsWith('/rpc'))
    requireWallet(request.url, { wallet: named, calls: ['export'] })
  const kind = asked.export_seed_phrase === true ? 'phrase' : 'private-key'
  if (kind === 'phrase' && secret.kind === 'private-key')
    throw invalid('The wallet has no phrase: it was imported as a private key')
  return { kind, recipient: readRecipient(asked.recipient_public_key) }
}

function readRpcExport(
  request: AuthorizedRequest,
  named: Parameters<typeof readWalletRpcRequest>[1],
) {
  const rpc = readWalletRpcRequest(request, named)
  if (rpc.method !== 'exportPrivateKey' && rpc.method !== 'exportSeedPhrase')
    throw invalid(`${rpc.method} exports nothing`)
  return { ...rpc.params, export_seed_phrase: rpc.method === 'exportSeedPhrase' }
}

const writers = {
  ethereum: writeEthereumKey,
  solana: writeSolanaKey,
  'bitcoin-segwit': writeBitcoinKey,
  'bitcoin-taproot': writeBitcoinKey,
} as const satisfies Record<ServerWallet['chainType'], (key: Uint8Array) => string>

async function sealSecret(
  wallet: ServerWallet,
  { kind, recipient, apiShare }: { kind: Kind; recipient: Uint8Array; apiShare: string },
) {
  const { secret, key } = await restoreSecret(wallet, apiShare)
  // A string can't be wiped: it lives no longer than this call.
  const text =
    kind === 'phrase'
      ? wordsFromEntropy(secret.subarray(0, wallet.secret.bytes))
      : writers[wallet.chainType](key)
  wipe(secret, key)
  const plaintext = new TextEncoder().encode(text)
  try {
    return await sealToClient(recipient, plaintext)
  } finally {
    wipe(plaintext)
  }
}
