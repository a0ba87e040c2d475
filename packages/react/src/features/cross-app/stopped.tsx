import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'

/** Says why what another app asked for can't go on, with a way to try again where that may help. */
export function Stopped(props: {
  why: string
  onClose: () => void
  onRetry?: (() => void) | null
}) {
  const { sharing, shell } = useSharingCopy()
  return (
    <Failure
      icon="triangle"
      tone="warning"
      title={sharing.stopped}
      help={props.why}
      action={sharing.close}
      onAction={props.onClose}
    >
      {props.onRetry && <Button onPress={props.onRetry}>{shell.retry}</Button>}
    </Failure>
  )
}
