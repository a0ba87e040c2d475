import { useLayoutEffect, useRef } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { QuietButton } from '../../ui/button.js'

/** Leaves a login's wallet for later. Closing the modal means the same: the login itself is done. */
export function LaterButton({ onPress }: { onPress: () => void }) {
  const { copy, guardClose } = useModal()
  const press = useRef(onPress)
  press.current = onPress
  useLayoutEffect(() => guardClose(() => press.current()), [guardClose])
  return (
    <div className="centre">
      <QuietButton onPress={onPress}>{copy.wallet.later}</QuietButton>
    </div>
  )
}
