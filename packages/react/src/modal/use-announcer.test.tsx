// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useAnnouncer } from './use-announcer.js'

afterEach(cleanup)

/** Shows the regions and hands out the voice. */
function setup() {
  let announce: ReturnType<typeof useAnnouncer>['announce'] = () => {}
  function Regions() {
    const announcer = useAnnouncer()
    announce = announcer.announce
    return announcer.regions
  }
  render(<Regions />)
  return { announce: (...said: Parameters<typeof announce>) => act(() => announce(...said)) }
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
