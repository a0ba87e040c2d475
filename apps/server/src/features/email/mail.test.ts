import { describe, expect, test } from 'vitest'
import { composeCodeMail } from './mail.js'

const app = { name: 'Acme', logo_url: null, accent_color: null }
const compose = (given: Partial<typeof app> | object = {}, userAgent?: string) =>
  composeCodeMail({
    to: 'ada@example.com',
    code: '012345',
    purpose: 'login',
    app: { ...app, ...given },
    userAgent,
  })

describe('composeCodeMail', () => {
  test('carries the code in the subject and alone on a line of the text', () => {
    const mail = compose()
    expect(mail.subject).toBe('012345 is your Acme code')
    expect(mail.text.split('\n')).toContain('012345')
    expect(mail.html).toContain('>012345<')
    expect(mail.fromName).toBe('Acme')
  })

  test('is in the language of the login, from right to left where it is read so; the code stays as it is', () => {
    const mail = composeCodeMail({
      to: 'ada@example.com',
      code: '012345',
      purpose: 'login',
      app,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
      locale: 'ar',
      link: 'https://auth.example/login/email#a',
    })

    expect(mail.subject).toMatch(/^012345 هو رمزك/)
    expect(mail.text.split('\n')).toContain('012345')
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail.html).not.toMatch(/Enter this code|Never share| on /)
    // The names are isolated, so that they do not turn the words around them.
    expect(mail.text).toContain('طُلب من \u2068Firefox\u2069 على \u2068Windows\u2069.')
  })

  test('shows the logo and the accent colour of the app', () => {
    const { html } = compose({ logo_url: 'https://cdn.example/logo.png', accent_color: '#AA3377' })
    expect(html).toContain('src="https://cdn.example/logo.png"')
    expect(html).toContain('#AA3377')
  })

  test('without a logo shows the first letter of the name, legible on any accent', () => {
    expect(compose({ accent_color: '#FFEE00' }).html).toMatch(
      /background:#FFEE00;color:#18181B[^>]*>A</,
    )
    expect(compose({ accent_color: '#112233' }).html).toMatch(
      /background:#112233;color:#FFFFFF[^>]*>A</,
    )
    expect(compose({ name: '<b>' }).html).toContain('>&lt;<')
  })

  test('EML-19: escapes the name, and no setting becomes markup or a link', () => {
    const mail = compose({
      name: '<a href=//evil>Acme</a>\r\nBcc: v@x.com',
      logo_url: 'javascript:alert(1)',
      accent_color: 'red;background:url(//evil)',
    })
    expect(mail.html).not.toContain('<a ')
    expect(mail.html).not.toContain('<img')
    expect(mail.html).not.toContain('url(')
    expect(mail.html).not.toMatch(/https?:/)
    expect(`${mail.subject}${mail.fromName}`).not.toMatch(/[\r\n]/)
  })

  test('names the device in fixed words', () => {
    const firefox =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    expect(compose({}, firefox).text).toContain('Requested from Firefox on Windows.')
    expect(compose({}, '<b>http://evil</b>').text).toContain('from an unknown device.')
  })
})
