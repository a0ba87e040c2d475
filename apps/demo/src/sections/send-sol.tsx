import { useSolanaWallets } from '@sallyport/react'
import { useSendTransaction } from '@sallyport/react/solana'
import { parseUnits } from 'viem'
import type { DemoConfig } from '../demo-config.js'
import { SendForm } from './send-form.js'
import { solTransfer } from './sol-transfer.js'

/** Sends SOL on the local cluster. */
export function SendSol({ config }: { config: DemoConfig }) {
  const [wallet] = useSolanaWallets().wallets
  const { sendTransaction } = useSendTransaction()
  return (
    <SendForm
      testId="send-sol"
      chain="solana"
      symbol="SOL"
      example="GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW"
      ready={wallet !== undefined}
      send={async (recipient, amount) => {
        if (!wallet) throw new Error('The wallet is not ready yet')
        const lamports = parseUnits(amount, 9)
        const transaction = await solTransfer(config, {
          from: wallet.address,
          to: recipient,
          lamports,
        })
        const { signature } = await sendTransaction({ transaction, address: wallet.address })
        return signature
      }}
    />
  )
}
