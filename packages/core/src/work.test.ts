import { createHash } from 'node:crypto'
import { AnswerError, countLeadingZeroBits, headers, workText } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { proveWork } from './work.js'

const refusal = (data: Record<string, unknown>) =>
  new AnswerError('too_many_requests', { status: 429, message: 'Wait', data })

describe('proveWork', () => {
  test('names an answer with as many zero bits as the challenge asks for', async () => {
    const challenge = '10.1893456000000.drawn.mac'
    const header = (await proveWork(refusal({ work: challenge })))[headers.workProof] ?? ''

    const answer = header.slice(challenge.length + 1)
    const digest = createHash('sha256').update(workText(challenge, answer)).digest()
    expect(header.startsWith(`${challenge}.`)).toBe(true)
    expect(countLeadingZeroBits(digest)).toBeGreaterThanOrEqual(10)
  })

  test.each([
    ['no challenge', {}],
    ['one that would take a day', { work: '40.1.a.b' }],
    ['a text', { work: 'x' }],
  ])('error: %s is the refusal itself', async (_, data) => {
    const error = refusal(data)
    await expect(proveWork(error)).rejects.toBe(error)
  })
})
