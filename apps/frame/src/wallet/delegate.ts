import {
  type DelegationConsent,
  delegation,
  delegationContext,
  delegationSealInfo,
  isSameAddressOn,
} from '@sallyport/contract'
import { splitDelegatedKey, toBase64url, wipe } from '@sallyport/crypto'
import { FrameError, internalFailure, invalidArguments } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import type { Exportable } from './export.js'
import { sealForServer } from './seal-for-server.js'
import { unlock } from './unlock.js'

/**
 * The consent that the app asks the user for, about exactly this address of this wallet.
 *
 * @throws CallFailure; FrameError when the wallet's chain cannot be delegated, or the server names something else.
 */
export async function openConsent(
  { call, appId }: WalletContext,
  { accessToken, userId }: Caller,
  { record, path, address }: Exportable,
): Promise<DelegationConsent> {
  const { chainType, walletIndex } = path
  if (chainType !== 'ethereum' && chainType !== 'solana')
    throw invalidArguments('Wallets of this chain can’t be delegated')
  const { consent } = await call(
    delegation.openConsent,
    {
      params: { wallet_id: record.walletId },
      body: { chain_type: chainType, wallet_index: walletIndex },
    },
    accessToken,
  )
  const isOurs =
    consent.appId === appId &&
    consent.userId === userId &&
    consent.walletId === record.walletId &&
    consent.chainType === chainType &&
    consent.walletIndex === walletIndex &&
    isSameAddressOn(chainType, consent.address, address)
  if (!isOurs) throw internalFailure()
  return consent
}

/**
 * Gives the app's back end the right to act with an address as far as the consent goes: splits the private key of this one address,
 * seals one half to the signer of delegated wallets, and gives the API the other (docs/features/delegation.md). Call it only after the user's
 * own press.
 *
 * @throws CallFailure; FrameError when there is no signer.
 */
export async function delegate(
  context: WalletContext,
  caller: Caller,
  { wallet: { record, path }, consent }: { wallet: Exportable; consent: DelegationConsent },
): Promise<void> {
  const { delegateKey } = context
  if (delegateKey === undefined) throw new FrameError('error', 'Wallets can’t be delegated here')
  const binding = delegationContext(consent)
  const { chainType } = path
  const halves = await unlock(context, { caller, record, chainType }, async (root) => {
    const key = await root.key(path)
    if (!isSameAddressOn(chainType, key.address, consent.address))
      throw invalidArguments('The wallet has no such address')
    return splitDelegatedKey(key.privateKey, binding)
  })
  try {
    const { enc, ciphertext } = await sealForServer(halves.signer, {
      recipientPublicKey: delegateKey,
      info: delegationSealInfo,
      context: binding,
    })
    const { address, walletIndex } = consent
    await context.call(
      delegation.delegate,
      {
        body: {
          encrypted_tee_share: `${enc}.${ciphertext}`,
          app_share: toBase64url(halves.app),
          delegated_addresses: [
            { chain_type: consent.chainType, address, wallet_index: walletIndex },
          ],
          consent,
        },
      },
      caller.accessToken,
    )
  } finally {
    wipe(halves.signer, halves.app)
  }
}
