import { useSallyport, useWallets } from '@sallyport/react'
import { parseEther } from 'viem'
import {
  useCallsStatus,
  useCapabilities,
  useConnect,
  useConnection,
  useConnectors,
  useSendCalls,
  useSendTransaction,
  useShowCallsStatus,
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
      <Batch />
    </>
  )
}

/** Two calls in one request (EIP-5792): an embedded wallet asks for them one by one, a smart wallet once for both. */
function Batch() {
  const { chainId } = useConnection()
  const { data: capabilities } = useCapabilities()
  const { data: sent, mutate: send, error } = useSendCalls()
  const { mutate: show } = useShowCallsStatus()
  const id = sent?.id ?? ''
  const { data: calls } = useCallsStatus({
    id,
    query: {
      enabled: sent !== undefined,
      refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 500 : false),
    },
  })
  const first = {
    to: '0x00000000000000000000000000000000000A11cE',
    value: parseEther('0.01'),
  } as const
  const second = { ...first, value: parseEther('0.02') }
  return (
    <>
      <output id="atomic">{chainId && capabilities?.[chainId]?.atomic?.status}</output>
      <button type="button" onClick={() => send({ calls: [first, second] })}>
        Send two calls
      </button>
      <button type="button" onClick={() => send({ calls: [first, second], forceAtomic: true })}>
        Send both or none
      </button>
      <button type="button" disabled={!sent} onClick={() => show({ id })}>
        Show the batch
      </button>
      <output id="calls">{calls && `${calls.status} ${calls.receipts?.length ?? 0}`}</output>
      <output id="calls-refusal">{error?.cause instanceof Error && error.cause.name}</output>
    </>
  )
}
