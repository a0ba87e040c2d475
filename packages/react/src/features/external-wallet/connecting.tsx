import { ethereum, type externalWallet } from '@sallyport/core'
import { useEffect, useRef } from 'react'
import type { Problem } from '../../flow/problem.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { Button, QuietButton } from '../../ui/button.js'
import { ProblemLine } from '../../ui/parts.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { ShortAddress } from '../../ui/short-address.js'
import { AccountChoice, OtherAddress } from './account-choice.js'
import { Pairing } from './pairing.js'
import { type ConnectJob, useConnecting } from './use-connecting.js'
import { WalletIcon, WalletSteps } from './wallet-icon.js'

const problemId = 'sp-connect-problem'

/**
 * Connects a wallet and uses it: waits for the user's answers in the wallet, and asks which account and network to use where
 * that is open. `signs`: a signature is asked for after connecting.
 */
export function Connecting(
  props: Omit<ConnectJob, 'words'> & { signs: boolean; onOther: () => void },
) {
  const { wallet, signs, expected, onOther } = props
  const modal = useModal()
  const copy = useConnectCopy()
  const { connect } = copy
  const words = (problem: Problem) => wordsOf(problem)
  const connecting = useConnecting({ ...props, words })
  const { phase, task, pairingUri } = connecting
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    connecting.retry()
  })
  function wordsOf(problem: Problem): string {
    const { code } = problem
    if (code === 'user_rejected') return connect.rejected(wallet.name)
    if (code === 'wallet_request_pending') return connect.pending(wallet.name)
    if (code === 'wallet_unavailable') return connect.gone(wallet.name)
    if (code === 'invalid_credentials') return connect.badSignature
    return explain(problem, { copy, locale: modal.locale })
  }
  const other = (
    <div className="centre">
      <QuietButton onPress={onOther}>{connect.otherWallet}</QuietButton>
    </div>
  )
  if (task.problem !== null) {
    const isDeclined = task.problem.code === 'user_rejected'
    return (
      <Screen
        title={isDeclined ? connect.rejectedTitle : isolateBidi(connect.failedTitle(wallet.name))}
        help={isolateBidi(words(task.problem))}
        image={<WalletIcon wallet={wallet} />}
      >
        <Button onPress={connecting.retry}>{copy.shell.retry}</Button>
        {other}
      </Screen>
    )
  }
  if (phase.at === 'accounts')
    return (
      <AccountChoice
        wallet={wallet}
        accounts={phase.wallets}
        onChoose={(address) => connecting.decide({ address })}
      />
    )
  if (phase.at === 'other-address')
    return (
      <OtherAddress
        wallet={wallet}
        address={phase.wallet.address}
        expected={expected ?? ''}
        onRetry={connecting.retry}
        onUse={() => connecting.decide({ anyAddress: true })}
      />
    )
  if (phase.at === 'network')
    return <WrongNetwork {...{ connecting, wallet, words }} connected={phase.wallet} />
  if (pairingUri !== null) return <Pairing uri={pairingUri}>{other}</Pairing>
  const isSigning = signs && phase.at === 'ready'
  return (
    <Screen
      title={isolateBidi((isSigning ? connect.signTitle : connect.openTitle)(wallet.name))}
      help={isolateBidi((isSigning ? connect.signHelp : connect.openHelp)(wallet.name))}
      image={<WalletIcon wallet={wallet} busy />}
    >
      {phase.at === 'ready' && (
        <div className="centre">
          <ShortAddress address={phase.wallet.address} />
        </div>
      )}
      {signs && <WalletSteps signing={isSigning} />}
      {task.slow && (
        <p className="note centre" role="status">
          {isolateBidi(connect.locked(wallet.name))}
        </p>
      )}
      {other}
    </Screen>
  )
}

/** The wallet is on a network that the app does not have. */
function WrongNetwork(props: {
  wallet: ConnectJob['wallet']
  connected: externalWallet.ExternalWallet
  connecting: ReturnType<typeof useConnecting>
  words(problem: Problem): string
}) {
  const { wallet, connected, connecting, words } = props
  const { client } = useModal().kit
  const { connect } = useConnectCopy()
  const { network } = connecting
  const { name } = ethereum.defaultChainOf(client.options)
  return (
    <Screen
      title={connect.networkTitle}
      help={isolateBidi(connect.networkHelp(wallet.name, name))}
      image={<WalletIcon wallet={wallet} busy={network.busy} />}
    >
      <Button
        onPress={() => network.start(connected)}
        busy={network.busy}
        describedBy={network.problem ? problemId : undefined}
      >
        {connect.switchNetwork}
      </Button>
      <ProblemLine id={problemId} text={network.problem && words(network.problem)} />
      <div className="centre">
        <QuietButton onPress={() => connecting.decide({ anyNetwork: true })}>
          {connect.keepNetwork}
        </QuietButton>
      </div>
    </Screen>
  )
}
