import {
  type DelegationConsent,
  delegationContext,
  delegationSealInfo,
  type EmbeddedChain,
  embeddedWallet,
  isSameAddressOn,
  type ProgramChoice,
  programPolicy,
  programs,
  type RouteResponse,
} from '@sallyport/contract'
import { splitDelegatedKey, toBase64url, wipe } from '@sallyport/crypto'
import { base64urlToBytes } from '../base64.js'
import { type LoggedIn, NotTrue } from '../page-login/log-in.js'
import type { WalletContext } from '../wallet/context.js'
import { findExportable } from '../wallet/export.js'
import { sealForServer } from '../wallet/seal-for-server.js'
import { unlock } from '../wallet/unlock.js'

/** A program that waits for its user. */
export type Asking = RouteResponse<typeof programs.describe> & { userCode: string }

/** A wallet to pick. */
export interface PickedWallet {
  walletId: string
  walletIndex: number
  address: string
  /** The first address of its root. */
  first: { chainType: EmbeddedChain; address: string }
}

/** The Ethereum wallets of the user. */
export async function listWallets({ context, caller }: LoggedIn): Promise<PickedWallet[]> {
  const { roots } = await context.call(embeddedWallet.list, {}, caller.accessToken)
  return roots.flatMap(({ wallet_id: walletId, accounts }) => {
    const [confirming] = accounts
    return accounts
      .filter((each) => each.chain_type === 'ethereum')
      .map(({ wallet_index: walletIndex, address }) => ({
        ...{ walletId, walletIndex, address },
        // The chains of embedded wallets.
        first: {
          chainType: (confirming?.chain_type ?? 'ethereum') as EmbeddedChain,
          address: confirming?.address ?? address,
        },
      }))
  })
}

/**
 * The consent to what was picked, after it was compared with that: for the key that asked, and nothing more.
 *
 * @throws NotTrue when the server's answer is another one; CallFailure.
 */
export async function openConsent(
  { context, caller }: LoggedIn,
  { asking, wallet, choice }: { asking: Asking; wallet: PickedWallet; choice: ProgramChoice },
): Promise<DelegationConsent> {
  const { walletId, walletIndex } = wallet
  const body = {
    user_code: asking.userCode,
    wallet_id: walletId,
    wallet_index: walletIndex,
    choice,
  }
  const { consent } = await context.call(programs.openConsent, { body }, caller.accessToken)
  const { program } = consent
  const wanted: DelegationConsent = {
    version: 1,
    consentId: consent.consentId,
    ...{
      appId: context.appId,
      userId: caller.userId,
      walletId,
      chainType: 'ethereum',
      walletIndex,
    },
    address: consent.address,
    authorizationKeys: [asking.public_key],
    threshold: 1,
    policy: programPolicy(choice),
    program: { name: asking.client_name, endsAtMs: program?.endsAtMs ?? 0 },
  }
  const isPicked =
    isSameAddressOn('ethereum', consent.address, wallet.address) &&
    delegationContext(consent) === delegationContext(wanted)
  if (!isPicked) throw new NotTrue('The consent is not what was picked')
  return consent
}

/**
 * Gives the consent. Where the program may pay, the key of this one address is split: one half sealed to the signer, the other for the
 * API. Call it only after the user's own press.
 *
 * @throws FrameError where the wallet can't be opened here; CallFailure.
 */
export async function allow(
  loggedIn: LoggedIn,
  given: { asking: Asking; wallet: PickedWallet; consent: DelegationConsent },
): Promise<void> {
  const { context, caller } = loggedIn
  const { asking, consent } = given
  const send = (halves: { encrypted_tee_share: string; app_share: string } | null) =>
    context.call(
      programs.allow,
      { body: { user_code: asking.userCode, consent, halves } },
      caller.accessToken,
    )
  if (consent.policy.transactions === null) {
    await send(null)
    return
  }
  const halves = await splitKey(loggedIn, given)
  try {
    const { enc, ciphertext } = await sealForServer(halves.signer, {
      recipientPublicKey: requireSignerKey(context),
      info: delegationSealInfo,
      context: delegationContext(consent),
    })
    await send({
      encrypted_tee_share: `${enc}.${ciphertext}`,
      app_share: toBase64url(halves.app),
    })
  } finally {
    wipe(halves.signer, halves.app)
  }
}

async function splitKey(
  { context, caller }: LoggedIn,
  { wallet, consent }: { wallet: PickedWallet; consent: DelegationConsent },
) {
  const { address, walletIndex, first } = wallet
  const wanted = { chainType: 'ethereum' as const, address, rootAddress: first, walletIndex }
  const { record, path } = await context.runExclusive(
    `sallyport:${caller.appId}:${caller.userId}`,
    () => findExportable(context, caller, wanted),
  )
  return unlock(context, { caller, record, chainType: 'ethereum' }, async (root) => {
    const key = await root.key(path)
    if (!isSameAddressOn('ethereum', key.address, consent.address))
      throw new NotTrue('The wallet has no such address')
    return splitDelegatedKey(key.privateKey, delegationContext(consent))
  })
}

function requireSignerKey({ delegateKey }: WalletContext): Uint8Array {
  if (delegateKey === undefined) throw new NotTrue('The page has no key of a signer')
  return delegateKey
}

/** What a user compares with what the program shows: the first 8 bytes of the SHA-256 of its key, in groups. */
export async function fingerprintOf({ subtle }: Crypto, publicKey: string): Promise<string> {
  const bytes = base64urlToBytes(
    publicKey.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  )
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  const hex = Array.from(hash.subarray(0, 8), (each) => each.toString(16).padStart(2, '0')).join('')
  return (hex.toUpperCase().match(/.{4}/g) ?? []).join(' ')
}
