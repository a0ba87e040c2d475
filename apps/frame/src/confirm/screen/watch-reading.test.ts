// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { watchReading } from './watch-reading.js'

/** A body of which `height` can be seen of `content`, with a button that says that there is more. */
function setup({ content, height }: { content: number; height: number }) {
  const body = document.createElement('div')
  const more = document.createElement('button')
  const sizes = { scrollHeight: content, clientHeight: height }
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(body, name, { value, configurable: true })
  const onChange = vi.fn()
  const { signal } = new AbortController()
  const reading = watchReading({ body, more }, { signal, onChange })
  const scrollTo = (top: number) => {
    body.scrollTop = top
    body.dispatchEvent(new Event('scroll'))
  }
  return { reading, more, onChange, scrollTo }
}

describe('watchReading', () => {
  test('SCR-02: what is below the edge counts as seen once it was scrolled to, and then for good', () => {
    const { reading, more, onChange, scrollTo } = setup({ content: 900, height: 300 })
    scrollTo(100)
    expect([reading.hasSeenEnd(), more.hidden]).toEqual([false, false])

    scrollTo(595)
    expect([reading.hasSeenEnd(), more.hidden]).toEqual([true, true])
    scrollTo(0)
    expect(reading.hasSeenEnd()).toBe(true)
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  test('what fits is seen at once; what is not shown at all is not', () => {
    const fits = setup({ content: 300, height: 300 })
    fits.scrollTo(0)
    expect(fits.reading.hasSeenEnd()).toBe(true)

    const hidden = setup({ content: 0, height: 0 })
    hidden.scrollTo(0)
    expect(hidden.reading.hasSeenEnd()).toBe(false)
  })
})
