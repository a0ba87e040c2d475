import { catalogue } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { ar } from '../copy/ar.js'
import { en } from '../copy/en.js'
import { localProblems, type ProblemCode } from './problem.js'
import { isInline, react, reactions } from './reactions.js'

const codes = [...Object.keys(catalogue), ...localProblems] as ProblemCode[]

describe('reactions', () => {
  test('decide about all codes of the server, ours, and what happens before it', () => {
    expect(Object.keys(catalogue)).toHaveLength(59)
    expect(Object.keys(reactions).sort()).toEqual([...codes].sort())
  })

  test.each(codes)('%s has a sentence in both languages and a place to say it', (code) => {
    expect(en.problem[code].length).toBeGreaterThan(10)
    expect(ar.problem[code]).toMatch(/[\u0600-\u06ff]/)
    expect(react({ code }).kind).toBe('enter')
  })

  test('a wrong code and a crowd are explained where they happen', () => {
    expect(isInline('invalid_credentials')).toBe(true)
    expect(isInline('too_many_requests')).toBe(true)
    expect(isInline('allowlist_rejected')).toBe(false)
  })
})
