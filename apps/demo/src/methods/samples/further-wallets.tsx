import {
  useCreateWallet,
  useSallyport,
  useSignMessage,
  useSolanaWallets,
  useWallets,
} from '@sallyport/react'
import { useBitcoinWallets } from '@sallyport/react/bitcoin'
import { useState } from 'react'

const message = 'Signed with the second wallet'
const second = { walletIndex: 1 }
const isSecond = (wallet: { walletIndex: number | null }) => wallet.walletIndex === 1

/** How the second wallet of each chain is created, found and used. */
function useSecondWallets() {
  const { createWallet } = useCreateWallet()
  const { signMessage } = useSignMessage()
  const ethereum = useWallets().wallets.find(isSecond)
  const solana = useSolanaWallets()
  const solanaWallet = solana.wallets.find(isSecond)
  const bitcoin = useBitcoinWallets()
  const onBitcoin = (chainType: 'bitcoin-segwit' | 'bitcoin-taproot') => {
    const own = bitcoin.wallets.filter(({ type }) => type === chainType)
    const wallet = own.find(isSecond)
    const create = async () => {
      // The first wallet of a chain has index 0.
      if (own.length === 0) await bitcoin.createWallet({ chainType })
      return bitcoin.createWallet({ chainType, ...second })
    }
    return { create, address: wallet?.address, sign: () => wallet?.signMessage(message) }
  }
  return {
    ethereum: {
      create: () => createWallet(second),
      address: ethereum?.address,
      sign: async () =>
        ethereum && (await signMessage({ message }, { address: ethereum.address })).signature,
    },
    solana: {
      create: () => solana.createWallet(second),
      address: solanaWallet?.address,
      sign: async () => {
        const signature = await solanaWallet?.signMessage(new TextEncoder().encode(message))
        return signature && btoa(String.fromCharCode(...signature))
      },
    },
    'bitcoin-segwit': onBitcoin('bitcoin-segwit'),
    'bitcoin-taproot': onBitcoin('bitcoin-taproot'),
  }
}

export function FurtherWallets() {
  const { authenticated, login } = useSallyport()
  const chains = useSecondWallets()
  const [outcome, setOutcome] = useState('')

  const show = (work: () => Promise<unknown> | undefined) => async () => {
    setOutcome('')
    try {
      setOutcome(String((await work()) ?? 'There is no second wallet yet'))
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : 'Something went wrong')
    }
  }
  if (!authenticated)
    return (
      <button type="button" onClick={() => login()}>
        Log in first
      </button>
    )
  return (
    <div>
      {Object.entries(chains).map(([chain, { create, address, sign }]) => (
        <div key={chain} data-testid={`second-${chain}`}>
          <strong>{chain}</strong> <code data-testid="address">{address}</code>
          <div className="pair">
            <button type="button" onClick={show(async () => (await create()).address)}>
              Create the second wallet
            </button>
            <button type="button" onClick={show(sign)}>
              Sign with it
            </button>
          </div>
        </div>
      ))}
      <p role="status">
        <code data-testid="outcome">{outcome}</code>
      </p>
    </div>
  )
}
