import { useEffect, useRef } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { Hero } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

/** Opens the wallet on this device, recovering it first when the device is new. */
export function EmbeddedWalletConnecting(props: ScreenProps<'EMBEDDED_WALLET_CONNECTING_SCREEN'>) {
  const { data, end } = props
  const modal = useModal()
  const { services, copy } = modal
  const connect = useTask(async () => {
    await services.connect(data.job.request.address)
    end('connected', { job: data.job })
  })
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    connect.start()
  })
  const { problem } = connect
  return (
    <Screen
      title={problem ? copy.wallet.connectFailedTitle : copy.wallet.connectingTitle}
      help={problem ? explain(problem, modal) : copy.wallet.connectingHelp}
      hero={<Hero icon="lock" busy={!problem} tone={problem ? 'danger' : 'plain'} />}
    >
      {problem && <Button onPress={connect.start}>{copy.shell.retry}</Button>}
      <StillWorking shown={connect.slow} />
    </Screen>
  )
}
