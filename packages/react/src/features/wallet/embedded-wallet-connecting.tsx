import { useEffect, useRef, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useMounted, useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { Hero } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

/** Opens the wallet on this device, restoring it first when the device is new. Closing it refuses the request. */
export function EmbeddedWalletConnecting(props: ScreenProps<'EMBEDDED_WALLET_CONNECTING_SCREEN'>) {
  const { data, end } = props
  const modal = useModal()
  const { services, copy, announce } = modal
  const [isRestoring, setRestoring] = useState(false)
  const mounted = useMounted()
  const restoring = () => {
    if (!mounted.current) return
    setRestoring(true)
    announce(copy.wallet.restoringTitle)
  }
  const connect = useTask(async () => {
    const { job } = data
    job.noteFailure(null)
    setRestoring(false)
    try {
      await services.connect(job.request.address, restoring)
    } catch (error) {
      job.noteFailure(error)
      throw error
    }
    end('connected', { job })
  })
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    connect.start()
  })
  const { problem } = connect
  if (problem) {
    return (
      <Screen
        title={copy.wallet.connectFailedTitle}
        help={explain(problem, modal)}
        hero={<Hero icon="lock" tone="danger" />}
      >
        <div className="rows">
          <Button onPress={connect.start}>{copy.shell.retry}</Button>
          <Button kind="secondary" onPress={() => end('closed', {})}>
            {copy.shell.close}
          </Button>
        </div>
      </Screen>
    )
  }
  return (
    <Screen
      title={isRestoring ? copy.wallet.restoringTitle : copy.wallet.connectingTitle}
      help={isRestoring ? copy.wallet.restoringHelp : copy.wallet.connectingHelp}
      hero={<Hero icon="lock" busy />}
    >
      <StillWorking
        task={connect}
        way={{ label: copy.shell.cancel, onPress: () => end('closed', {}) }}
      />
    </Screen>
  )
}
