import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { changeAccounts } from '../session/change-accounts.js'
import { completeLogin, type Login } from '../session/login.js'
import type { User, WalletProof } from '../types.js'
import { captchaField, isWalletOf, modeOf, pageFields, writeLoginMessage } from '../wallet-login.js'

/**
 * The message of EIP-4361 that an Ethereum wallet signs to log in or to be linked, for this page and with a nonce of the
 * server. It is valid once, in this browser, for ten minutes.
 *
 * @param request  `chainId` as CAIP-2, for example `eip155:1`. `captchaToken` is needed when the app has captcha on.
 * @throws ApiError `invalid_data` for an address that is not one, `allowlist_rejected`, `disallowed_login_method`.
 */
export async function createMessage(
  client: SallyportClient,
  request: { address: string; chainId: `eip155:${number}`; captchaToken?: string },
): Promise<string> {
  const { address, chainId, captchaToken } = request
  const body = { address, ...captchaField(captchaToken) }
  const answer = await call(client, pageApi.siwe.init, { body })
  return writeLoginMessage({
    ...pageFields(),
    ...answer,
    chain: 'Ethereum',
    // The server answers with the spelling that messages need (EIP-55).
    address: answer.address ?? address,
    statement: 'Signing proves that you own this wallet. It is free and sends no transaction.',
    chainId: chainId.slice('eip155:'.length),
  })
}

/** A nonce for a message that the app writes itself. It is bound to `address` when one is given. */
export async function createNonce(
  client: SallyportClient,
  request: { address?: string; captchaToken?: string } = {},
): Promise<string> {
  const { address, captchaToken } = request
  const body = { ...(address === undefined ? {} : { address }), ...captchaField(captchaToken) }
  const { nonce } = await call(client, pageApi.siwe.init, { body })
  return nonce
}

/**
 * Logs in with a signed message: `personal_sign` of a key, or what a contract wallet gives (ERC-1271, ERC-6492).
 * `disableSignup` refuses unknown wallets.
 *
 * @throws ApiError `invalid_credentials` for a wrong signature or a message that is used, too old or for another page,
 *   `user_does_not_exist` with `disableSignup`.
 */
export async function login(
  client: SallyportClient,
  input: WalletProof & { chainId?: string | null; disableSignup?: boolean },
): Promise<Login> {
  const { disableSignup } = input
  const body = { ...toBody(input), mode: modeOf(disableSignup) }
  const answer = await call(client, pageApi.siwe.authenticate, { body })
  return completeLogin(client, answer, {
    name: 'siwe',
    isAccount: isWalletOf('ethereum', input.message),
  })
}

/**
 * Links an Ethereum wallet to the signed-in user by a signed message.
 *
 * @throws ApiError as `login`; `linked_to_another_user`; `cannot_link_more_of_type`; `account_transfer_required` with
 *   `data.nonce` for `transfer`.
 */
export function link(
  client: SallyportClient,
  proof: WalletProof & { chainId?: string | null },
): Promise<User> {
  return changeAccounts(client, pageApi.siwe.link, { body: toBody(proof) })
}

/** Unlinks an Ethereum wallet from the signed-in user. @throws ApiError `cannot_unlink_sole_account` */
export function unlink(client: SallyportClient, { address }: { address: string }): Promise<User> {
  return changeAccounts(client, pageApi.siwe.unlink, { body: { address } })
}

/** Moves a wallet to the signed-in user and deletes the user it belonged to, after `account_transfer_required`. */
export function transfer(
  client: SallyportClient,
  { nonce, address }: { nonce: string; address: string },
): Promise<User> {
  return changeAccounts(client, pageApi.siwe.transfer, { body: { nonce, address } })
}

function toBody(proof: WalletProof & { chainId?: string | null }) {
  const { message, signature, chainId, walletClientType, connectorType } = proof
  return {
    message,
    signature,
    chainId: chainId ?? null,
    walletClientType: walletClientType ?? null,
    connectorType: connectorType ?? null,
  }
}
