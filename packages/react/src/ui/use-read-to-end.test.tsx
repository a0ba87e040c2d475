// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useReadToEnd } from './use-read-to-end.js'

afterEach(cleanup)

function End({ isWhole }: { isWhole: boolean }) {
  const place = useRef<HTMLParagraphElement>(null)
  const { hasSeenEnd } = useReadToEnd(place, isWhole)
  return <p ref={place}>{hasSeenEnd ? 'seen' : 'not seen'}</p>
}

/** An area of the modal of which 300 of `content` pixels can be seen. */
function setup(content: number, isWhole = true) {
  const area = document.createElement('div')
  area.className = 'morph'
  document.body.append(area)
  for (const [name, value] of Object.entries({ scrollHeight: content, clientHeight: 300 }))
    Object.defineProperty(area, name, { value })
  const { rerender, container } = render(<End isWhole={isWhole} />, { container: area })
  const scrollTo = (top: number) =>
    act(() => {
      area.scrollTop = top
      area.dispatchEvent(new Event('scroll'))
    })
  return { said: () => container.textContent, scrollTo, rerender }
}

test('SCR-02: the end of a long request counts as seen once it was scrolled to, and then for good', () => {
  const { said, scrollTo } = setup(900)
  expect(said()).toBe('not seen')
  scrollTo(595)
  expect(said()).toBe('seen')
  scrollTo(0)

  expect(said()).toBe('seen')
})

test('a request that fits is seen at once', () => {
  expect(setup(300).said()).toBe('seen')
})

test('SCR-02: an end that was in view before everything was there does not count', () => {
  const { said, rerender } = setup(300, false)
  expect(said()).toBe('not seen')
  rerender(<End isWhole />)

  expect(said()).toBe('seen')
})
