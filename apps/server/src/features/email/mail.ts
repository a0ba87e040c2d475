import type { Mail } from '@sallyport/process/mail'
import type { AppSettings } from '../../apps/app.js'
import type { MessageLocale } from '../../http/message-locale.js'
import { deviceWords } from '../../messages/device-words.js'
import { escapeHtml } from '../../pages/escape-html.js'
import { describeDevice } from '../../session/device.js'
import { copies } from './copy.js'

const defaults = { accent: '#2F5D50', darkAccent: '#8FD3BE', onDarkAccent: '#10241E' } as const
const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** What the code of a mail is for: a login, or adding the address to the user who requested it. */
export type CodePurpose = 'login' | 'link'

/** The contents of a mail with a code. */
interface CodeMail {
  to: string
  code: string
  purpose: CodePurpose
  app: Pick<AppSettings, 'name' | 'logo_url' | 'accent_color'>
  userAgent: string | undefined
  /** Default: English. */
  locale?: MessageLocale
  /** Page that finishes a login; undefined for a mail without a link. */
  link?: string | undefined
}

/** Composes the mail with a code. The code is in the subject and on its own line; the only link is the server's own. */
export function composeCodeMail(mail: CodeMail): Mail {
  const { to, code, purpose, app, userAgent, locale = 'en', link } = mail
  const copy = copies[locale]
  const name = oneLine(app.name)
  const words = deviceWords[locale]
  const asked = copy.asked(describeDevice(userAgent, words) ?? words.unknownDevice)
  const heading = copy.heading[purpose](name)
  const instruction = copy.instruction[purpose]
  return {
    to,
    fromName: name,
    subject: copy.subject(code, name),
    text: [
      heading,
      code,
      instruction,
      ...(link ? [copy.linkHelp, link] : []),
      asked,
      copy.caution,
      '',
    ].join('\n\n'),
    html: toHtml({ ...app, name }, { heading, instruction, code, asked, link, locale }),
  }
}

/** Renders without images; `color-scheme` lets mail clients use dark mode. */
function toHtml(
  app: CodeMail['app'],
  parts: {
    heading: string
    instruction: string
    code: string
    asked: string
    link: string | undefined
    locale: MessageLocale
  },
): string {
  const { heading, instruction, code, asked, link, locale } = parts
  const copy = copies[locale]
  const isRightToLeft = locale === 'ar'
  const own = /^#[0-9a-f]{6}$/i.test(app.accent_color ?? '') ? app.accent_color : null
  const accent = own ?? defaults.accent
  const quiet = 'margin:0 0 4px;font-size:13px;line-height:18px;color:#5C5B57'
  const dark = own
    ? ''
    : `.mark { background: ${defaults.darkAccent} !important; color: ${defaults.onDarkAccent} !important }
.well { border-color: ${defaults.darkAccent} !important }
`
  return `<!doctype html>
<html lang="${locale}" dir="${isRightToLeft ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>@media (prefers-color-scheme: dark) {
.page { background: #141416 !important } .text { color: #F3F2EF !important } .quiet { color: #A9A7A1 !important }
.well { background: #1D1D20 !important }
${dark}}</style></head>
<body class="page" style="margin:0;background:#FFFFFF">
<div style="max-width:480px;margin:0 auto;padding:32px 24px;font-family:${fonts}">
${logo(app) || monogram(app.name, accent)}<h1 class="text" style="margin:0 0 8px;font-size:20px;line-height:26px;font-weight:600;letter-spacing:-0.2px;color:#18181B">${escapeHtml(heading)}</h1>
<p class="text" style="margin:0 0 24px;font-size:15px;line-height:22px;color:#18181B">${instruction}</p>
<p class="well text" style="margin:0 0 24px;padding:16px 24px;direction:ltr;border-radius:${isRightToLeft ? '12px 0 0 12px' : '0 12px 12px 0'};border-${isRightToLeft ? 'right' : 'left'}:3px solid ${accent};text-align:${isRightToLeft ? 'right' : 'left'};background:#F5F5F3;color:#18181B;font-size:32px;line-height:40px;font-weight:600;letter-spacing:4px;font-variant-numeric:tabular-nums">${code}</p>
${link ? linkRow(link, { accent, copy }) : ''}<p class="quiet" style="${quiet}">${escapeHtml(asked)}</p>
<p class="quiet" style="${quiet}">${copy.caution}</p>
</div></body></html>
`
}

/** The link of a login, as a button. */
function linkRow(
  link: string,
  { accent, copy }: { accent: string; copy: (typeof copies)[MessageLocale] },
): string {
  const button = `display:inline-block;padding:12px 20px;border-radius:12px;background:${accent};color:${textOn(accent)};font-size:15px;line-height:20px;font-weight:600;text-decoration:none`
  return `<p class="text" style="margin:0 0 12px;font-size:15px;line-height:22px;color:#18181B">${copy.linkHelp}</p>
<p style="margin:0 0 24px"><a class="mark" href="${escapeHtml(link)}" style="${button}">${copy.link}</a></p>
`
}

/** The first letter of the app's name on its accent, for an app without a logo. */
function monogram(name: string, accent: string): string {
  const [letter = ''] = name
  return `<div class="mark" aria-hidden="true" style="width:40px;height:40px;margin:0 0 24px;border-radius:12px;background:${accent};color:${textOn(accent)};font-size:18px;line-height:40px;font-weight:600;text-align:center">${escapeHtml(letter.toUpperCase())}</div>\n`
}

/** Returns black or white, whichever has more contrast on `colour` (#rrggbb; WCAG 2.2 relative luminance). */
function textOn(colour: string): string {
  const part = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
  return luminance > 0.2 ? '#18181B' : '#FFFFFF'
}

function logo({ logo_url: url, name }: CodeMail['app']): string {
  if (url === null || !URL.canParse(url) || new URL(url).protocol !== 'https:') return ''
  return `<img src="${escapeHtml(new URL(url).href)}" alt="${escapeHtml(name)}" height="36" style="display:block;height:36px;margin:0 0 24px;border:0">\n`
}

/** Removes line breaks and other control characters, so that a name is safe in a header. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
