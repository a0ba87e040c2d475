import type { DemoConfig } from '../demo-config.js'

/** Builds an unsigned SOL transfer with @solana/kit, in wire format. */
export async function solTransfer(
  config: DemoConfig,
  job: { from: string; to: string; lamports: bigint },
): Promise<Uint8Array> {
  const [kit, { getTransferSolInstruction }] = await Promise.all([
    import('@solana/kit'),
    import('@solana-program/system'),
  ])
  const from = kit.address(job.from)
  const { value: blockhash } = await kit
    .createSolanaRpc(config.solanaRpcUrl)
    .getLatestBlockhash()
    .send()
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (m) => kit.setTransactionMessageFeePayer(from, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
    (m) =>
      kit.appendTransactionMessageInstruction(
        getTransferSolInstruction({
          source: kit.createNoopSigner(from),
          destination: kit.address(job.to),
          amount: job.lamports,
        }),
        m,
      ),
  )
  return new Uint8Array(kit.getTransactionEncoder().encode(kit.compileTransaction(message)))
}
