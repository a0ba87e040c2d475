import { describe, expect, test } from 'vitest'
import { keptText } from './kept-text.js'

function storageOf(texts: Map<string, string>): Storage {
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  } as Storage // the parts that are used
}

describe('keptText', () => {
  test('keeps texts in the storage', () => {
    const texts = new Map<string, string>()
    const kept = keptText(() => storageOf(texts))

    kept.set('a', 'one')
    expect(kept.get('a')).toBe('one')
    expect(texts.get('a')).toBe('one')

    kept.remove('a')
    expect(kept.get('a')).toBeNull()
    expect(texts.size).toBe(0)
  })

  test('keeps texts as long as the page where the browser refuses storage', () => {
    const kept = keptText(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })

    expect(kept.get('a')).toBeNull()
    kept.set('a', 'one')
    expect(kept.get('a')).toBe('one')
    kept.remove('a')
    expect(kept.get('a')).toBeNull()
  })

  test('keeps a text in the page while the storage is full', () => {
    const full = {
      ...storageOf(new Map([['a', 'old']])),
      setItem() {
        throw new DOMException('The quota is exceeded', 'QuotaExceededError')
      },
    }
    const kept = keptText(() => full)

    kept.set('a', 'new')

    expect(kept.get('a')).toBe('new')
  })
})
