import { useSyncExternalStore } from 'react'
import { useKit } from '../context.js'

/** Whether the modal is open. */
export function useModalStatus(): { isOpen: boolean } {
  const { modal } = useKit()
  const isOpen = useSyncExternalStore(
    modal.subscribe,
    () => modal.runs().length > 0,
    () => false,
  )
  return { isOpen }
}
