import { pageApi, type SolanaMessageType } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { changeAccounts } from '../session/change-accounts.js'
import { completeLogin, type Login } from '../session/login.js'
import type { User, WalletProof } from '../types.js'
import { captchaField, isWalletOf, modeOf, pageFields, writeLoginMessage } from '../wallet-login.js'

/**
 * The message that a Solana wallet signs to log in or to be linked, for this page and with a nonce of the server. It is
 * valid once, in this browser, for ten minutes.
 *
 * @param request  `captchaToken` is needed when the app has captcha on.
 * @throws ApiError `invalid_data` for an address that is not one, `allowlist_rejected`, `disallowed_login_method`.
 */
export async function createMessage(
  client: SallyportClient,
  request: { address: string; captchaToken?: string },
): Promise<string> {
  const { address, captchaToken } = request
  const body = { address, ...captchaField(captchaToken) }
  const answer = await call(client, pageApi.siws.init, { body })
  return writeLoginMessage({
    ...pageFields(),
    ...answer,
    chain: 'Solana',
    address: answer.address ?? address,
    statement: `Signing proves that you own ${address}. It is free and sends no transaction.`,
    chainId: 'mainnet',
  })
}

/** What a Solana wallet signed. */
export type SolanaProof = WalletProof & {
  /**
   * `plain` (the default): the message. `offchain-message`: the message in Solana's envelope. `transaction`, for hardware
   * wallets that sign nothing else: `signature` is a whole signed transaction whose only instruction is a memo with the
   * message. It is never sent.
   */
  messageType?: SolanaMessageType
}

/**
 * Logs in with a signed message; the signature is base64. `disableSignup` refuses unknown wallets.
 *
 * @throws ApiError `invalid_credentials` for a wrong signature or a message that is used, too old or for another page,
 *   `user_does_not_exist` with `disableSignup`.
 */
export async function login(
  client: SallyportClient,
  input: SolanaProof & { disableSignup?: boolean },
): Promise<Login> {
  const body = { ...toBody(input), mode: modeOf(input.disableSignup) }
  const answer = await call(client, pageApi.siws.authenticate, { body })
  return completeLogin(client, answer, {
    name: 'siws',
    isAccount: isWalletOf('solana', input.message),
  })
}

/**
 * Links a Solana wallet to the signed-in user by a signed message.
 *
 * @throws ApiError as `login`; `linked_to_another_user`; `cannot_link_more_of_type`; `account_transfer_required` with
 *   `data.nonce` for `transfer`.
 */
export function link(client: SallyportClient, proof: SolanaProof): Promise<User> {
  return changeAccounts(client, pageApi.siws.link, { body: toBody(proof) })
}

/** Unlinks a Solana wallet from the signed-in user. @throws ApiError `cannot_unlink_sole_account` */
export function unlink(client: SallyportClient, { address }: { address: string }): Promise<User> {
  return changeAccounts(client, pageApi.siws.unlink, { body: { address } })
}

/** Moves a wallet to the signed-in user and deletes the user it belonged to, after `account_transfer_required`. */
export function transfer(
  client: SallyportClient,
  { nonce, address }: { nonce: string; address: string },
): Promise<User> {
  return changeAccounts(client, pageApi.siws.transfer, { body: { nonce, address } })
}

function toBody({ message, signature, walletClientType, connectorType, messageType }: SolanaProof) {
  return {
    message,
    signature,
    walletClientType: walletClientType ?? null,
    connectorType: connectorType ?? null,
    message_type: messageType ?? 'plain',
  } as const
}
