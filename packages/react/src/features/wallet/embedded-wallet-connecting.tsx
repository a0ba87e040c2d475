import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../flow/problem.js'
import { isExpired } from '../../flow/reactions.js'
import { signerOf } from '../../flow/request-steps.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { WalletMissing, WalletNotKept } from '../../modal/late-browser-notes.js'
import { useModal } from '../../modal/modal-context.js'
import { ownsWallet } from '../../modal/owns-wallet.js'
import { useMounted, useTask } from '../../modal/use-task.js'
import { connectWallet } from '../../open-wallet.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

/** Opens the wallet on this device, restoring it first when the device is new. Closing it refuses the request. */
export function EmbeddedWalletConnecting(props: ScreenProps<'EMBEDDED_WALLET_CONNECTING_SCREEN'>) {
  const { data, end } = props
  const modal = useModal()
  const { kit, copy, announce, loginAgain: openLogin } = modal
  const [isRestoring, setRestoring] = useState(false)
  const mounted = useMounted()
  const restoring = () => {
    if (!mounted.current) return
    setRestoring(true)
    announce(copy.wallet.restoringTitle)
  }
  const connect = useTask(
    async () => {
      const { job } = data
      job.noteFailure(null)
      setRestoring(false)
      try {
        await connectWallet(kit.client, {
          address: signerOf(job.request),
          report: ({ step }) => step === 'recovering' && restoring(),
        })
      } catch (error) {
        job.noteFailure(error)
        throw error
      }
      end('connected', { job })
    },
    {
      words: (found) => [copy.wallet.connectFailedTitle, causeOf(found)].filter(Boolean).join('. '),
    },
  )
  /** Why, where that says more than that the wallet did not open. */
  function causeOf(found: Problem): string | null {
    const { code } = found
    return code === 'wallet_unavailable' || code === 'unknown' ? null : explain(found, modal)
  }
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    connect.start()
  })
  const { problem } = connect
  const close = () => end('closed', {})
  if (problem) {
    const isOver = isExpired(problem)
    const loginAgain = async () => {
      if (!(await openLogin()) || !mounted.current) return
      // Another user may have logged in: then the request is not theirs to answer.
      if (ownsWallet(kit.client, signerOf(data.job.request))) connect.start()
      else close()
    }
    return (
      <Failure
        icon="lock"
        tone="danger"
        title={copy.wallet.connectFailedTitle}
        help={causeOf(problem)}
        action={copy.shell.close}
        onAction={close}
        foot={<WalletMissing code={problem.code} />}
      >
        {isOver && <WalletNotKept />}
        <Button onPress={isOver ? () => void loginAgain() : connect.start}>
          {isOver ? copy.shell.logIn : copy.shell.retry}
        </Button>
      </Failure>
    )
  }
  return (
    <Screen
      title={isRestoring ? copy.wallet.restoringTitle : copy.wallet.connectingTitle}
      help={isRestoring ? copy.wallet.restoringHelp : copy.wallet.connectingHelp}
      image={<ScreenIcon icon="lock" busy />}
    >
      <StillWorking task={connect} way={{ label: copy.shell.cancel, onPress: close }} />
    </Screen>
  )
}
