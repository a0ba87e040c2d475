import { ethereum, externalWallet, RpcError } from '@sallyport/core'
import { useState } from 'react'
import type { Problem } from '../../flow/problem.js'
import type { ChosenWallet } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { type ConnectChoice, type ConnectPhase, nextPhase, noChoice } from './connect-phase.js'
import { findConnector } from './find-connector.js'

type ExternalWallet = externalWallet.ExternalWallet

/** What is done with a wallet once it is connected. */
export interface ConnectJob {
  wallet: ChosenWallet
  /** The address the app asks for; null for any. */
  expected: string | null
  /** Whether the wallet has to be on a network of the app. */
  needsNetwork: boolean
  /** Uses the connected wallet. */
  finish(wallet: ExternalWallet): Promise<void>
  /** Takes the problems that this screen does not explain. */
  onFailed?(problem: Problem): void
  words(problem: Problem): string
}

/** Connects a wallet, asks what is open about its accounts and network, and hands it on. */
export function useConnecting(job: ConnectJob) {
  const { client } = useModal().kit
  const [phase, setPhase] = useState<ConnectPhase>({ at: 'connecting' })
  const [pairingUri, setPairingUri] = useState<string | null>(null)
  const [choice, setChoice] = useState(noChoice)
  const chainIds = ethereum.chainsOf(client.options).map(({ id }) => id)

  const task = useTask(
    async (decided: ConnectChoice, signal) => {
      setPhase({ at: 'connecting' })
      const wallets = await obtain(signal)
      signal.throwIfAborted()
      const next = nextPhase(
        wallets,
        job.needsNetwork ? decided : { ...decided, anyNetwork: true },
        {
          expected: job.expected,
          chainIds,
        },
      )
      setPhase(next)
      if (next.at === 'ready') await job.finish(next.wallet)
    },
    { words: job.words, ...(job.onFailed && { onFailed: job.onFailed }) },
  )
  /** The accounts of a wallet that is connected already, else those it shares when asked. */
  const obtain = async (signal: AbortSignal) => {
    const externals = externalWallet.externalWalletsOf(client)
    const connector = await findConnector(client, job.wallet.id)
    const held = externals.state.wallets.filter((each) => each.connector.id === connector.id)
    if (held.length > 0) return held
    try {
      return await externals.connect(connector, { signal, onPairingUri: setPairingUri })
    } catch (error) {
      throw isPending(error) ? pendingProblem(error) : error
    } finally {
      setPairingUri(null)
    }
  }
  const decide = (part: Partial<ConnectChoice>) => {
    const decided = { ...choice, ...part }
    setChoice(decided)
    task.start(decided)
  }
  const network = useTask(
    async (wallet: ExternalWallet) => {
      const { connection } = wallet
      const [id] = chainIds
      if (connection.chainType === 'ethereum' && id !== undefined) await connection.switchChain(id)
      decide({})
    },
    { words: job.words },
  )
  return { phase, pairingUri, task, network, decide, retry: () => task.start(choice) }
}

/** The wallet still shows an earlier question (EIP-1474, resource unavailable). */
function isPending(error: unknown): boolean {
  return error instanceof RpcError && error.code === -32002
}

function pendingProblem(cause: unknown): Error {
  const error = new Error('The wallet is already showing a request', { cause })
  return Object.assign(error, { code: 'wallet_request_pending' })
}
