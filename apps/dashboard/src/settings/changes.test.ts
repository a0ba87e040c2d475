import type { OwnAppConfig } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { changesBetween } from './changes.js'

// Two settings are enough to tell what changed.
const saved = { name: 'Demo', allowed_domains: ['http://localhost:4402'] } as OwnAppConfig

describe('changesBetween', () => {
  test('names what was edited and nothing else', () => {
    expect(changesBetween(saved, { ...saved, name: 'Shop' })).toEqual({ name: 'Shop' })
  })

  test('sees a change inside a list, and none in an equal one', () => {
    expect(changesBetween(saved, { ...saved, allowed_domains: [] })).toEqual({
      allowed_domains: [],
    })
    expect(changesBetween(saved, { ...saved, allowed_domains: ['http://localhost:4402'] })).toEqual(
      {},
    )
  })
})
