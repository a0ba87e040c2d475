import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Inbox, lateMs } from './inbox.js'
import { type SmsSink, type smsAnswers, startSmsSink } from './sms.js'

let now = 0
const inbox = new Inbox({ nowMs: () => now, changed: () => undefined })
let sink: SmsSink
let answer: keyof typeof smsAnswers = 'right'
beforeAll(async () => {
  sink = await startSmsSink({ port: 0, inbox, nowMs: () => now, chosen: () => answer })
})
afterAll(() => sink.stop())

const authorization = `Basic ${Buffer.from('AC1:token').toString('base64')}`
const post = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${sink.url}/2010-04-01/Accounts/AC1/Messages.json`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body: new URLSearchParams({ From: '+12015550100', Body: '123456 is your code', ...form }),
  })
  return [response.status, (await response.json()).code]
}

describe('startSmsSink', () => {
  test('puts a message into the inbox, where any spelling of the number finds it', async () => {
    expect(await post({ To: '+12015550123' })).toEqual([201, undefined])

    expect(inbox.messages('+1 (201) 555-0123')).toMatchObject([
      { channel: 'sms', to: '+12015550123', code: '123456', text: '123456 is your code' },
    ])
  })

  test('delivers late and refuses by the number’s delivery mode', async () => {
    inbox.setMode('+1 201 555 0124', 'late')
    inbox.setMode('+1 201 555 0125', 'bounce')
    expect(await post({ To: '+12015550124' })).toEqual([201, undefined])
    expect(inbox.messages('+12015550124')).toEqual([])
    now += lateMs
    expect(inbox.messages('+12015550124')).toHaveLength(1)
    expect(await post({ To: '+12015550125' })).toEqual([400, 21614])
    inbox.setMode('+1 201 555 0126', 'unsubscribed')
    expect(await post({ To: '+12015550126' })).toEqual([400, 21610])
    expect(inbox.messages('+12015550126')).toEqual([])
  })

  test('error: refuses, is out of order or answers garbage when it is switched to it', async () => {
    const before = inbox.messages().length
    answer = 'refused'
    expect(await post({ To: '+12015550123' })).toEqual([400, 21614])
    answer = 'down'
    expect(await post({ To: '+12015550123' })).toEqual([503, 20503])
    answer = 'garbage'
    await expect(post({ To: '+12015550123' })).rejects.toThrow(SyntaxError)
    answer = 'right'

    expect(inbox.messages()).toHaveLength(before)
  })

  test.each([
    [{ To: 'ada' }, {}, [400, 21211]],
    [{ To: '+12015550123', Body: '' }, {}, [400, 21602]],
    [{ To: '+12015550123' }, { authorization: '' }, [401, 20003]],
    [{ To: '+12015550123' }, { origin: 'https://evil.example' }, [403, 20403]],
  ])('error: %j with %j', async (form, headers, answer) => {
    const before = inbox.messages().length
    expect(await post(form, headers)).toEqual(answer)
    expect(inbox.messages()).toHaveLength(before)
  })
})
