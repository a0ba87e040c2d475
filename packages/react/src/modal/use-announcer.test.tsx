// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createFakeKit } from '../test-kit/fake-kit.js'
import { settle } from '../test-kit/mount-screen.js'
import { standingClock } from '../test-kit/standing-clock.js'
import { useAnnouncer } from './use-announcer.js'

afterEach(cleanup)

/** Shows the regions and hands out the voice. */
function setup() {
  let announce: ReturnType<typeof useAnnouncer>['announce'] = () => {}
  const clock = standingClock(settle)
  const { client } = createFakeKit({ clock }).kit
  function Regions({ screenKey }: { screenKey: number }) {
    const announcer = useAnnouncer(client, screenKey)
    announce = announcer.announce
    return announcer.regions
  }
  const { rerender } = render(<Regions screenKey={1} />)
  return {
    clock,
    announce: (...said: Parameters<typeof announce>) => act(() => announce(...said)),
    showScreen: (screenKey: number) => rerender(<Regions screenKey={screenKey} />),
  }
}

test('there is one polite and one assertive region, and each says its own', () => {
  const { announce } = setup()
  announce('Copied')
  announce('No connection', 'assertive')

  expect(screen.getAllByRole('status').map((each) => each.textContent)).toEqual(['Copied'])
  expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual(['No connection'])
})

test('the same words again are a new element: without a change nothing would be read', () => {
  const { announce } = setup()
  announce('Wrong', 'assertive')
  const first = screen.getByRole('alert').firstChild
  announce('Wrong', 'assertive')

  expect(screen.getByRole('alert').firstChild).not.toBe(first)
  expect(screen.getByRole('alert').textContent).toBe('Wrong')
})

const spoken = () =>
  [screen.getByRole('status'), screen.getByRole('alert')].map((each) => each.textContent)

test('words are cleared after 5 s, each by its own time', async () => {
  const { announce, clock } = setup()
  announce('No connection', 'assertive')
  await clock.move(3000)
  announce('Still working')
  await clock.move(1999)
  expect(spoken()).toEqual(['Still working', 'No connection'])
  await clock.move(1)
  expect(spoken()).toEqual(['Still working', ''])
  await clock.move(3000)

  expect(spoken()).toEqual(['', ''])
})

test('words are cleared when the next screen comes, and the same words are read again after that', () => {
  const { announce, showScreen } = setup()
  announce('No connection', 'assertive')
  showScreen(2)
  expect(spoken()).toEqual(['', ''])
  announce('No connection', 'assertive')

  expect(spoken()).toEqual(['', 'No connection'])
})
