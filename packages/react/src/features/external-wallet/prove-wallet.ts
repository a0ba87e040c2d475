import type { LoginChain } from '@sallyport/contract'
import {
  type externalWallet,
  type Login,
  type SallyportClient,
  siwe,
  siws,
  type User,
  type WalletProof,
} from '@sallyport/core'

type ExternalWallet = externalWallet.ExternalWallet

/** How a wallet of one chain is proven to the server. */
interface WalletMethod {
  /** The name in callbacks (react-api §8). */
  id: 'siwe' | 'siws'
  createMessage(client: SallyportClient, wallet: ExternalWallet): Promise<string>
  login(client: SallyportClient, proof: Proof): Promise<Login>
  link(client: SallyportClient, proof: Proof): Promise<User>
  unlink(client: SallyportClient, given: { address: string }): Promise<User>
  /** Moves the wallet here from the user it is linked to. */
  transfer(client: SallyportClient, given: { nonce: string; address: string }): Promise<User>
}

type Proof = WalletProof & { chainId: string; disableSignup?: boolean }

/** The proof of each chain. A chain's wallets are external ones here. */
export const walletMethods: Record<LoginChain, WalletMethod> = {
  ethereum: {
    id: 'siwe',
    createMessage: (client, { address, connection }) =>
      siwe.createMessage(client, { address, chainId: chainIdOf(connection.chainId) }),
    login: siwe.login,
    link: siwe.link,
    unlink: siwe.unlink,
    transfer: siwe.transfer,
  },
  solana: {
    id: 'siws',
    createMessage: (client, { address }) => siws.createMessage(client, { address }),
    login: siws.login,
    link: siws.link,
    unlink: siws.unlink,
    transfer: siws.transfer,
  },
}

/**
 * Has the wallet sign a message of the server's: what a login or a link takes.
 *
 * @throws RpcError 4001 when the user declines.
 */
export async function signProof(client: SallyportClient, wallet: ExternalWallet): Promise<Proof> {
  const { address, chainType, connection } = wallet
  const text = await walletMethods[chainType].createMessage(client, wallet)
  const signature = await connection.signText({ address, text })
  return { message: text, signature, chainId: connection.chainId, ...factsOf(wallet) }
}

function factsOf({ connector: { walletClientType, connectorType } }: ExternalWallet) {
  return { walletClientType, connectorType }
}

function chainIdOf(chainId: string): `eip155:${number}` {
  return chainId as `eip155:${number}` // written so by every Ethereum connection
}
