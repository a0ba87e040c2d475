import { describe, expect, test } from 'vitest'
import { composeResetMail, composeResetText } from './announce-reset.js'

const cancelUrl = 'https://auth.example/mfa/reset#token=abc'
const reset = { appName: 'Acme', state: 'started', dueAtMs: Date.UTC(2026, 0, 22, 9, 5) } as const
const isolated = /\u2068[^\u2066-\u2069]*\u2069/g

describe('composeResetMail', () => {
  test('says in Arabic what happens when, from right to left', () => {
    const mail = composeResetMail({ ...reset, locale: 'ar', cancelUrl })
    expect(mail.subject).toBe('سيتم إيقاف التحقق بخطوتين لحسابك في \u2068Acme\u2069')
    expect(mail.text).toContain('22 يناير 2026 الساعة \u206809:05\u2069 بالتوقيت العالمي المنسق.')
    expect(mail.text.split('\n\n')).toContain(cancelUrl)
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail.html).toContain(`href="${cancelUrl}"`)
  })

  test('says in English what happens when', () => {
    const mail = composeResetMail({ ...reset, locale: 'en', cancelUrl })
    expect(mail.text).toBe(
      `Someone logged in to your Acme account asked to remove its second factors. They will be removed on 2026-01-22 at 09:05 UTC.\n\nIf this wasn’t you, or you have found your second factor, cancel it:\n\n${cancelUrl}`,
    )
    expect(mail.html).toContain('<html lang="en" dir="ltr">')
  })

  test.each(['started', 'pending'] as const)(
    '%s has both languages, with and without a link',
    (state) => {
      for (const url of [cancelUrl, undefined]) {
        const contents = { ...reset, state, cancelUrl: url }
        for (const locale of ['en', 'ar'] as const) {
          const { subject, text } = composeResetMail({ ...contents, locale })
          const sms = composeResetText({ ...contents, locale })
          const words = `${subject}${text}${sms}`.replaceAll(cancelUrl, '').replaceAll(isolated, '')
          expect(words).toMatch(
            locale === 'ar' ? /^[^A-Za-z\u2066-\u2069]+$/ : /^[^\u0600-\u06FF]+$/,
          )
          expect(sms.includes(cancelUrl)).toBe(url !== undefined)
        }
      }
    },
  )
})
