import { useSallyport, useWallets } from '@sallyport/react'
import { parseEther } from 'viem'
import {
  useConnect,
  useConnection,
  useConnectors,
  useSendTransaction,
  useSignMessage,
  useWaitForTransactionReceipt,
} from 'wagmi'
import { connectorOf } from './connector-of.js'

/** Login by Sallyport; everything about the wallet by wagmi. */
export function App() {
  const { ready, authenticated, login, logout } = useSallyport()
  const { address } = useConnection()
  if (!ready) return <p>Loading</p>
  if (!authenticated) {
    return (
      <button type="button" onClick={() => login()}>
        Log in
      </button>
    )
  }
  return (
    <main>
      <button type="button" onClick={() => logout()}>
        Log out
      </button>
      {address ? <Wallet address={address} /> : <Connect />}
    </main>
  )
}

/** What wagmi has found itself, and the external wallets the user has connected with Sallyport. */
function Connect() {
  const connectors = useConnectors()
  const { wallets } = useWallets()
  const { mutate: connect } = useConnect()
  const external = wallets.filter(({ connectorType }) => connectorType !== 'embedded')
  return (
    <>
      {connectors.map((connector) => (
        <button type="button" key={connector.uid} onClick={() => connect({ connector })}>
          Connect {connector.name}
        </button>
      ))}
      {external.map((wallet) => (
        <button
          type="button"
          key={wallet.address}
          onClick={async () => connect({ connector: await connectorOf(wallet) })}
        >
          Use {wallet.meta.name}
        </button>
      ))}
    </>
  )
}

function Wallet({ address }: { address: string }) {
  const { data: signature, mutate: sign, error: refusal } = useSignMessage()
  const { data: hash, mutate: send } = useSendTransaction()
  const { data: receipt } = useWaitForTransactionReceipt({ hash })
  const to = '0x00000000000000000000000000000000000A11cE'
  return (
    <>
      <output id="address">{address}</output>
      <button type="button" onClick={() => sign({ message: 'Hello from wagmi' })}>
        Sign message
      </button>
      <output id="signature">{signature}</output>
      <output id="refusal">{refusal?.name}</output>
      <button type="button" onClick={() => send({ to, value: parseEther('0.5') })}>
        Send ETH
      </button>
      <output id="hash">{hash}</output>
      <output id="status">{receipt?.status}</output>
    </>
  )
}
