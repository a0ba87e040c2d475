import { useEffect, useRef } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'

/** How long a tick is shown. */
const shownMs = 900

/** Says that it is done; the tick is seen before the screen goes. */
export function Saved({
  title,
  help,
  onSeen,
}: {
  title: string
  help?: string
  onSeen: () => void
}) {
  const { kit, announce } = useModal()
  const leave = useRef(onSeen)
  leave.current = onSeen
  useEffect(() => {
    announce(title)
    return runAfter(kit.client, shownMs, () => leave.current())
  }, [kit, announce, title])
  return <Screen title={title} help={help} image={<ScreenIcon icon="check" tone="success" />} />
}
