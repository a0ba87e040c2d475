import { type PointerEvent, useRef } from 'react'
import { useKeyboardRoom } from './use-keyboard-room.js'

/** Dragged this far, a sheet lets go. */
const closeAtPx = 96

/**
 * The handle at the top of a phone's sheet, which pulls the sheet down; `onClose` when it was pulled far enough. While it is there
 * the sheet keeps clear of the keyboard.
 */
export function SheetHandle({ onClose }: { onClose: () => void }) {
  const handle = useRef<HTMLDivElement>(null)
  useKeyboardRoom(handle)
  const start = useRef<number | null>(null)
  const sheetOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.parentElement
  const move = (event: PointerEvent<HTMLElement>, distance: number, eased: boolean) => {
    const style = sheetOf(event)?.style
    if (style === undefined) return
    style.transition = eased ? 'transform 220ms var(--sp-ease)' : 'none'
    style.transform = distance > 0 ? `translateY(${distance}px)` : ''
  }
  return (
    <div
      ref={handle}
      className="handle"
      aria-hidden="true"
      onPointerDown={(event) => {
        start.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (start.current !== null) move(event, event.clientY - start.current, false)
      }}
      onPointerUp={(event) => {
        const distance = start.current === null ? 0 : event.clientY - start.current
        start.current = null
        move(event, 0, true)
        if (distance > closeAtPx) onClose()
      }}
      onPointerCancel={(event) => {
        start.current = null
        move(event, 0, true)
      }}
    />
  )
}
