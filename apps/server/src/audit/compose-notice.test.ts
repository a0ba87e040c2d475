import { type AuditData, auditKinds } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { composeNoticeMail, composeNoticeText } from './compose-notice.js'
import { isNoticed, type NoticedKind } from './notice-texts/noticed-kinds.js'

const kinds = auditKinds.filter(isNoticed)
const app = {
  name: 'Acme',
  custom_oauth_providers: [
    { provider: 'custom:guild', provider_display_name: 'Guild', enabled: true },
  ],
} as unknown as Parameters<typeof composeNoticeMail>[0]['app']
const undoUrl = 'https://auth.example/account/undo#token=abc'
const device: AuditData = { browser: 'Firefox', system: 'Linux' }

type Locale = 'en' | 'ar'
const contents = (kinds: readonly [NoticedKind, ...NoticedKind[]], data: AuditData = device) => {
  const [first, ...others] = kinds.map((kind) => ({ kind, data }))
  if (first === undefined) throw new Error('A notice has an event')
  return { app, events: [first, ...others], undoUrls: [undoUrl] } as const
}
const mailOf = (kind: NoticedKind, locale: Locale, data?: AuditData) =>
  composeNoticeMail({ ...contents([kind], data), to: 'ada@example.com', locale })
const smsOf = (kind: NoticedKind, locale: Locale, data?: AuditData) =>
  composeNoticeText({ ...contents([kind], data), locale })

const isolated = /\u2068([^\u2066-\u2069]*)\u2069/g
const accountTypes = [
  'email',
  'phone',
  'wallet',
  'google_oauth',
  'passkey',
  'custom:guild',
  'cross_app',
]

describe('composeNoticeMail', () => {
  test.each(kinds)('%s has both languages, on every channel', (kind) => {
    for (const account_type of accountTypes) {
      const data = { ...device, account_type, place: 'DE' }
      const english = mailOf(kind, 'en', data)
      const arabic = mailOf(kind, 'ar', data)

      expect(`${english.subject}${english.text}`).not.toMatch(/[\u0600-\u06FF\u2066-\u2069]/)
      expect(smsOf(kind, 'en', data)).not.toMatch(/[\u0600-\u06FF\u2066-\u2069]/)
      for (const text of [arabic.subject, arabic.text, smsOf(kind, 'ar', data)]) {
        const sentences = text.replaceAll(undoUrl, '').replaceAll(isolated, '')
        expect(sentences).toMatch(/[\u0600-\u06FF]/)
        // No other language, no name outside of an isolate, no isolate without an end.
        expect(sentences).not.toMatch(/[A-Za-z\u2066-\u2069]|undefined/)
        const names = [...text.matchAll(isolated)].map(([, name]) => name)
        expect(['Acme', 'Firefox', 'Linux', 'Google', 'Guild']).toEqual(
          expect.arrayContaining(names),
        )
      }
    }
  })

  test('is written from right to left in Arabic, and its link from left to right', () => {
    const { html } = mailOf('account_unlinked', 'ar')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<div lang="ar" dir="rtl"')
    expect(html).toContain(
      `<a dir="ltr" style="display:inline-block;text-align:left;overflow-wrap:anywhere" href="${undoUrl}">`,
    )
    expect(mailOf('account_unlinked', 'en').html).toContain('<html lang="en" dir="ltr">')
  })

  test('says in Arabic what was added, where, and what to do', () => {
    const { subject, text } = mailOf('account_linked', 'ar', {
      ...device,
      account_type: 'google_oauth',
      place: 'EG',
    })
    expect(subject).toBe('تمت إضافة طريقة دخول إلى حسابك في \u2068Acme\u2069')
    expect(text.split('\n\n').slice(0, 3)).toEqual([
      'تمت إضافة حساب \u2068Google\u2069 إلى حسابك في \u2068Acme\u2069.',
      'تم ذلك من \u2068Firefox\u2069 على \u2068Linux\u2069 في مصر.',
      'إذا لم يصدر ذلك عنك، فيُرجى التواصل مع \u2068Acme\u2069 فورًا.',
    ])
  })

  test.each([
    [{}, 'تم ذلك من جهاز غير معروف.'],
    [{ by: 'app' }, 'تم ذلك من التطبيق نفسه.'],
    [{ system: 'iOS' }, 'تم ذلك من \u2068iOS\u2069.'],
    [{ system: 'iOS', place: 'QQ' }, 'تم ذلك من \u2068iOS\u2069 في \u2068QQ\u2069.'],
    [{ system: 'iOS', place: '???' }, 'تم ذلك من \u2068iOS\u2069 في \u2068???\u2069.'],
  ] as const)('says in Arabic where %o was', (data, sentence) => {
    expect(mailOf('wallet_exported', 'ar', data).text).toContain(sentence)
  })

  test('the name of an app cannot end its isolate', () => {
    const named = { ...contents(['wallet_exported']), app: { ...app, name: 'A\u2069\u202Eevil' } }
    const { subject } = composeNoticeMail({ ...named, to: 'ada@example.com', locale: 'ar' })
    expect(subject).toBe('تم تصدير مفتاح محفظتك في \u2068Aevil\u2069')
  })

  test.each([
    [2, 'تغييران في حسابك في \u2068Acme\u2069'],
    [3, '3 تغييرات في حسابك في \u2068Acme\u2069'],
    [11, '11 تغييرًا في حسابك في \u2068Acme\u2069'],
  ])('counts %i changes as Arabic does', (count, subject) => {
    const [first = 'wallet_exported', ...others] = kinds.slice(0, count)
    const about = { ...contents([first, ...others]), to: 'ada@example.com', locale: 'ar' } as const
    expect(composeNoticeMail(about).subject).toBe(subject)
  })
})

describe('composeNoticeText', () => {
  test('has its link on a line of its own in Arabic', () => {
    expect(smsOf('account_unlinked', 'ar', { account_type: 'phone' })).toBe(
      `تمت إزالة رقم هاتف من حسابك في \u2068Acme\u2069. إذا لم يصدر ذلك عنك، فيُرجى التواصل مع \u2068Acme\u2069 فورًا. للتراجع عن ذلك:\n${undoUrl}`,
    )
    expect(smsOf('account_unlinked', 'en', { account_type: 'phone' })).toBe(
      `A phone number was removed from your Acme account. If you didn’t do this, contact Acme now. Put it back: ${undoUrl}`,
    )
  })

  test.each([
    [2, 'وحدث تغيير آخر.'],
    [3, 'وحدث تغييران آخران.'],
    [5, 'وحدثت 4 تغييرات أخرى.'],
    [12, 'وحدث 11 تغييرًا آخر.'],
  ])('of %i events says how many more there are', (count, sentence) => {
    const [first = 'wallet_exported', ...others] = kinds.slice(0, count)
    expect(composeNoticeText({ ...contents([first, ...others]), locale: 'ar' })).toContain(
      ` ${sentence} `,
    )
  })
})
