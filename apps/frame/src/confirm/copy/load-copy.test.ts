import { describe, expect, test } from 'vitest'
import { en } from './en.js'
import { loadCopy } from './load-copy.js'

describe('loadCopy', () => {
  test('gives the words of the first language there are words for', async () => {
    expect(await loadCopy(['fr', 'ar-EG', 'en'])).toMatchObject({ direction: 'rtl' })
    expect(await loadCopy(['en-GB', 'ar'])).toMatchObject({ copy: en, locale: 'en-GB' })
    expect(await loadCopy([])).toMatchObject({ copy: en, locale: 'en' })
  })
})
