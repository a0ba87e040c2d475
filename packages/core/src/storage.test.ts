import { describe, expect, test } from 'vitest'
import { jsonStorage } from './storage.js'
import { createMemoryStorage } from './test-kit/storage.js'

describe('jsonStorage', () => {
  test('keeps values as JSON text', () => {
    const place = createMemoryStorage()
    const storage = jsonStorage(place)

    storage.set('key', 'value')

    expect(place.getItem('key')).toBe('"value"')
    expect(storage.get('key')).toBe('value')
    storage.remove('key')
    expect(storage.get('key')).toBeNull()
  })

  test('reads what is not JSON as absent', () => {
    const place = createMemoryStorage()
    place.setItem('key', 'plain text')

    expect(jsonStorage(place).get('key')).toBeNull()
  })

  test('remembers for the page where the browser refuses storage', () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage
    const storage = jsonStorage(blocked)

    storage.set('key', 1)
    expect(storage.get('key')).toBe(1)
    storage.remove('key')
    expect(storage.get('key')).toBeNull()
  })

  test('remembers where there is no page at all', () => {
    const storage = jsonStorage()

    storage.set('key', 1)

    expect(storage.get('key')).toBe(1)
  })
})
