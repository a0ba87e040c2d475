import { type Address, messageIn, plainLook, sceneAt, writeAddress } from '@sallyport/gallery'
import { useEffect, useRef, useState } from 'react'
import { useKeptFocus } from './use-kept-focus.js'

/** A preview page of one scene in one language. */
interface Frame {
  id: number
  scene: string
  src: string
  isReady: boolean
}

/** Shows the scene in a frame of the chosen width. The previous scene stays until the next one is ready. */
export function Stage({ address, onStep }: { address: Address; onStep: (by: 1 | -1) => void }) {
  const stage = useRef<HTMLDivElement>(null)
  const [frames, setFrames] = useState<readonly Frame[]>([])
  const scene = writeAddress({ ...address, look: plainLook, width: 1280 })
  const query = writeAddress(address)
  const newest = frames.at(-1)
  if (newest?.scene !== scene && sceneAt(address)) {
    const next = { id: (newest?.id ?? 0) + 1, scene, src: `/preview.html${query}`, isReady: false }
    setFrames([...frames.filter(({ isReady }) => isReady).slice(-1), next])
  }
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      const from = framesIn(stage.current).find(
        ({ contentWindow }) => contentWindow === event.source,
      )
      const message = from && messageIn(event, from.contentWindow)
      if (message?.gallery === 'step') onStep(message.by)
      if (message?.gallery !== 'ready') return
      const id = Number(from?.dataset.id)
      setFrames((now) =>
        now
          .filter((frame) => frame.id >= id)
          .map((frame) => (frame.id === id ? { ...frame, isReady: true } : frame)),
      )
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  })
  // Sent again when a frame becomes ready, since the look may have changed while it loaded.
  useEffect(() => {
    if (frames.length === 0) return
    for (const { contentWindow } of framesIn(stage.current))
      contentWindow?.postMessage({ gallery: 'dress', query }, window.location.origin)
  }, [frames, query])
  useKeptFocus()
  const scale = useScale(stage, address.width)
  return (
    <div className="stage" ref={stage} data-width={address.width}>
      {frames.map(({ id, src, isReady }) => (
        <iframe
          key={id}
          data-id={id}
          src={src}
          title="The screen"
          // Not focusable until it is shown.
          inert={!isReady}
          className={isReady ? '' : 'coming'}
          style={{ width: address.width, ...(scale < 1 && { zoom: scale }) }}
        />
      ))}
    </div>
  )
}

function framesIn(stage: HTMLElement | null): HTMLIFrameElement[] {
  return [...(stage?.querySelectorAll('iframe') ?? [])]
}

/** Returns the zoom of the frame: below 1 when the stage is too narrow to show the sheet. */
function useScale(stage: { current: HTMLElement | null }, width: number): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (!stage.current) return
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    observer.observe(stage.current)
    return () => observer.disconnect()
  }, [stage])
  return Math.min(1, room / Math.min(width, 440))
}
