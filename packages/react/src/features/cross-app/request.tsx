import { useEffect } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { useTask } from '../../modal/use-task.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { explainStop, isPassing } from './explain-stop.js'
import { Stopped } from './stopped.js'

/** Stands for a request of a connected app until the server has let it through; then its own screen follows. */
export function CrossAppRequest({ data, end }: ScreenProps<'CROSS_APP_REQUEST_SCREEN'>) {
  const { visit } = data
  const modal = useModal()
  const { sharing } = useSharingCopy()
  const opening = useTask(async () => {
    await visit.open()
    end('opened', {})
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (visit.canAnswer) opening.start()
  }, [])
  const close = () => end('closed', {})
  const { problem } = opening
  if (!visit.canAnswer) return <Stopped why={sharing.lost} onClose={close} />
  if (problem !== null) {
    const why = explainStop(problem, sharing) ?? explain(problem, modal)
    return <Stopped why={why} onClose={close} onRetry={isPassing(problem) ? opening.start : null} />
  }
  return (
    <Screen
      title={sharing.opening}
      help={visit.from !== '' && <bdi>{sharing.openingHelp(visit.from)}</bdi>}
      image={<ScreenIcon icon="wallet" busy />}
    >
      <StillWorking task={opening} way={{ label: sharing.close, onPress: close }} />
    </Screen>
  )
}
