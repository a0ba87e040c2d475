import { newStretch } from '@sallyport/crypto/argon2id'
import { afterAll, beforeAll } from 'vitest'

const full = { ...newStretch }

/**
 * Has the tests of a group stretch new passcodes at the least cost that is allowed, a quarter of what the product uses: what they
 * prove does not depend on it.
 */
export function stretchCheaply(): void {
  beforeAll(() => void Object.assign(newStretch, { memoryKib: 47_104, passes: 1 }))
  afterAll(() => void Object.assign(newStretch, full))
}
