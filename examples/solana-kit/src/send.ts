import {
  address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  lamports,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  type TransactionSendingSigner,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Connected } from './use-wallet.js'

/** Adapts a wallet's account to kit's signer. The wallet confirms, signs and broadcasts. */
function signerOf(
  { features, account }: Connected,
  chain: `solana:${string}`,
): TransactionSendingSigner {
  return {
    address: address(account.address),
    async signAndSendTransactions(transactions) {
      const inputs = transactions.map((each) => ({
        account,
        chain,
        transaction: new Uint8Array(getTransactionEncoder().encode(each)),
      }))
      const sent = await features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs)
      return sent.map(({ signature }) => signature as SignatureBytes)
    },
  }
}

/** Sends `amount` lamports from the connected wallet and returns the signature in base58. */
export async function transfer(
  wallet: Connected,
  {
    to,
    amount,
    rpcUrl,
    chain,
  }: { to: string; amount: bigint; rpcUrl: string; chain: `solana:${string}` },
): Promise<string> {
  const source = signerOf(wallet, chain)
  const { value: blockhash } = await createSolanaRpc(rpcUrl).getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayerSigner(source, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(blockhash, each),
    (each) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source, destination: address(to), amount: lamports(amount) }),
        each,
      ),
  )
  return getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(message))
}
