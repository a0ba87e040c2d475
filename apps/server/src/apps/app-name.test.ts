import { describe, expect, test } from 'vitest'
import { cleanAppName } from './app-name.js'

describe('cleanAppName', () => {
  test.each([
    ['Acme', 'Acme'],
    ['  Acme   Bank ', 'Acme Bank'],
    ['Ünlimited, 東京 & Co', 'Ünlimited, 東京 & Co'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d🚀 Space', '👩\u200d🚀 Space'],
    ['=?utf-8?q?Evil?=', ''],
    ['Acme =?utf-8?B?RXZpbA==?= Inc', 'Acme Inc'],
    ['=?utf-8?q?=?utf-8?q?a?=?=', ''],
    ['Acme\u202egnp', 'Acme gnp'],
    ['Acme\u2066x\u2069', 'Acme x'],
    ['Ac\u200bme', 'Ac me'],
    ['\u200dAcme\ufeff', 'Acme'],
    ['Acme\r\nBcc: a@b.example', 'Acme Bcc: a@b.example'],
    ['Acme\u0000\u001b[31m', 'Acme [31m'],
    ['\u3164', ''],
  ])('T-40: %j becomes %j', (name, cleaned) => {
    expect(cleanAppName(name)).toBe(cleaned)
  })
})
