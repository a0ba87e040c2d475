import { useSendTransaction, useWallets } from '@sallyport/react'
import { parseEther } from 'viem'
import { SendForm } from './send-form.js'

/** Sends ETH on the local chain. */
export function SendEther() {
  const [wallet] = useWallets().wallets
  const { sendTransaction } = useSendTransaction()
  return (
    <SendForm
      testId="send-ether"
      chain="ethereum"
      symbol="ETH"
      example="0x00000000000000000000000000000000000A11cE"
      ready={wallet !== undefined}
      send={async (recipient, amount) => {
        const value = parseEther(amount)
        const { hash } = await sendTransaction(
          { to: recipient, value },
          wallet ? { address: wallet.address } : {},
        )
        return hash
      }}
    />
  )
}
