import { notes, type Spot, stepOf } from '@sallyport/gallery'
import { useEffect, useState } from 'react'
import { findSpots, nameOf, stepFrom } from './find-spots.js'
import { LookEditor } from './look-editor.js'
import { SceneList } from './scene-list.js'
import { Stage } from './stage.js'
import { Toolbar } from './toolbar.js'
import { useAddress } from './use-address.js'

/** Shows every screen in every state, look, language and width. The URL holds what is shown. */
export function GalleryPage() {
  const [address, change] = useAddress()
  const [text, setText] = useState('')
  const found = findSpots(text)
  const go = ({ screen, state }: Spot) => change({ screen, state })
  const step = (by: 1 | -1) => {
    const next = stepFrom(address, by, found)
    if (next) go(next)
  }
  useKeys(step)
  useEffect(() => {
    document.title = `${notes[address.screen]?.title ?? 'Screens'}, ${nameOf(address)}`
    return () => {
      document.title = 'Sallyport dashboard'
    }
  }, [address])
  return (
    <div className="gallery">
      <SceneList found={found} here={address} text={text} setText={setText} go={go} step={step} />
      <section className="gallery-shown" aria-label="Preview">
        <Toolbar address={address} change={change} step={step} />
        <Stage address={address} onStep={step} />
      </section>
      <LookEditor look={address.look} onChange={(look) => change({ look })} />
    </div>
  )
}

/** Alt with an arrow goes to the previous or next scene from anywhere on the page. */
function useKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const by = stepOf(event)
      if (by === null) return
      event.preventDefault()
      step(by)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
}
