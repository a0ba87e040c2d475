import { pageApi, type SolanaMessageType } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { completeLogin, type Login } from '../session/login.js'
import type { WalletProof } from '../types.js'
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

function toBody({ message, signature, walletClientType, connectorType, messageType }: SolanaProof) {
  return {
    message,
    signature,
    walletClientType: walletClientType ?? null,
    connectorType: connectorType ?? null,
    message_type: messageType ?? 'plain',
  } as const
}
