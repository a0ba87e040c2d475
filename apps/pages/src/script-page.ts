import { createHash } from 'node:crypto'
import type { PageAnswer } from './page-answer.js'

/** A page of the auth origin with one script, which reads what it is about from the fragment of its address. */
interface ScriptPage {
  title: string
  style: string
  script: string
  /** What is inside `main`. */
  body: string
}

/** The page as an answer. Its script and style are allowed by their hashes, and it may call the API and nothing else. */
export function scriptPage(page: ScriptPage): PageAnswer {
  const { title, style, script, body } = page
  const csp = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><main>${body}</main><script>${script}</script></body></html>
`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
    body: html,
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** What these pages have in common. */
export const pageStyle = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; font-family: system-ui, sans-serif }
body { margin: 0; display: grid; min-height: 100vh; place-items: center }
main { box-sizing: border-box; width: 100%; max-width: 400px; padding: 24px; line-height: 1.5 }
h1 { font-size: 20px; line-height: 26px; overflow-wrap: anywhere }
button { width: 100%; margin-top: 16px; padding: 14px; border: 0; border-radius: 12px; background: #2F5D50; color: #FFFFFF; font: inherit; font-weight: 600; cursor: pointer }
button:disabled { opacity: .6 }
:focus-visible { outline: 2px solid CanvasText; outline-offset: 2px }
[hidden] { display: none }
`
