import { firstAddress, notes, type Spot, sceneAt, writeAddress } from '@sallyport/gallery'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.js'
import { nameOf } from './find-spots.js'

/** Lists the found scenes by screen. The arrow keys move between them. */
export function SceneList(props: {
  found: readonly Spot[]
  here: Spot
  text: string
  setText: (text: string) => void
  go: (spot: Spot) => void
  step: (by: 1 | -1) => void
}) {
  const { found, here, text, setText, go, step } = props
  const list = useRef<HTMLDivElement>(null)
  useCurrentInView(list, here)
  const screens = [...new Set(found.map(({ screen }) => screen))]
  const pressed = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by === null || event.altKey) return
    event.preventDefault()
    step(by)
  }
  return (
    <nav className="gallery-list" aria-label="Screens">
      <h1>Screens</h1>
      <label className="search">
        <Icon name="search" size={16} />
        <span className="hidden">Search screens and states</span>
        <input
          type="search"
          value={text}
          placeholder="Search"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={pressed}
        />
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only move between the links inside */}
      <div className="gallery-scenes" ref={list} onKeyDown={pressed}>
        {screens.map((screen) => (
          <section key={screen} aria-label={notes[screen].title}>
            <h2 title={screen}>{notes[screen].title}</h2>
            <ul>
              {found
                .filter((spot) => spot.screen === screen)
                .map((spot) => (
                  <li key={spot.state}>
                    <SceneLink spot={spot} isHere={isSame(spot, here)} go={go} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p className="help">No matching screens.</p>}
      </div>
    </nav>
  )
}

function SceneLink(props: { spot: Spot; isHere: boolean; go: (spot: Spot) => void }) {
  const { spot, isHere, go } = props
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(spot)
  }
  return (
    <a
      href={`/gallery${writeAddress({ ...firstAddress, ...spot })}`}
      title={sceneAt(spot)?.when}
      aria-current={isHere ? 'true' : undefined}
      onClick={follow}
    >
      {nameOf(spot)}
    </a>
  )
}

/** Scrolls the current scene into view in the list, and keeps focus on it while focus is in the list. */
function useCurrentInView(list: { current: HTMLDivElement | null }, { screen, state }: Spot): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the scene changes
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    link?.scrollIntoView({ block: 'nearest' })
    if (list.current?.contains(document.activeElement)) link?.focus({ preventScroll: true })
  }, [list, screen, state])
}

function isSame(one: Spot, other: Spot): boolean {
  return one.screen === other.screen && one.state === other.state
}
