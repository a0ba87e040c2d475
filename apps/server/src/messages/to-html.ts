import { directionOf, type MessageLocale } from '../http/message-locale.js'
import { escapeHtml } from '../pages/escape-html.js'

const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const linkStyle = 'display:inline-block;text-align:left;overflow-wrap:anywhere'

/** A message of plain paragraphs. */
interface Paragraphs {
  title: string
  /** One that is a URL becomes a link. */
  paragraphs: readonly string[]
  locale: MessageLocale
}

/** A mail of plain paragraphs as HTML, in the direction of its language. */
export function toHtml({ title, paragraphs, locale }: Paragraphs): string {
  // Webmail drops what the document says of itself, so the text says it again.
  const language = `lang="${locale}" dir="${directionOf(locale)}"`
  // Arabic letters with marks are higher.
  const style = `margin:0 0 16px;font-size:15px;line-height:${locale === 'ar' ? 24 : 22}px`
  const text = paragraphs.map((each) => `<p style="${style}">${toLine(each)}</p>`).join('\n')
  return `<!doctype html>
<html ${language}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title></head>
<body><div ${language} style="max-width:480px;margin:0 auto;padding:32px 24px;font-family:${fonts}">
${text}
</div></body></html>
`
}

/** A line that is a link is one to press. On several lines it is read from the left; on one it begins where the text does. */
function toLine(line: string): string {
  const text = escapeHtml(line)
  if (!/^https?:\/\/\S+$/.test(line)) return text
  return `<a dir="ltr" style="${linkStyle}" href="${text}">${text}</a>`
}
