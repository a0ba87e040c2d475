import { answerOptions } from '../people/answer-options.js'
import { modes } from './modes.js'

const style = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#F5F5F3;color:#18181B;font:16px/24px system-ui,sans-serif}
main{width:min(400px,100vw - 32px);padding:32px;background:#FFF;border:1px solid #E7E6E2;border-radius:20px}
h1{margin:0;font-size:20px;line-height:28px}p{margin:8px 0 24px;color:#5C5B57;font-size:14px;line-height:20px}
label{display:block;margin:0 0 16px;font-size:14px}input,select{display:block;width:100%;min-height:44px;margin-top:4px;padding:0 12px;border:1px solid #8A8984;border-radius:10px;background:#FFF;color:inherit;font:inherit}
button{width:100%;min-height:48px;margin-top:8px;border:1px solid #8A8984;border-radius:12px;background:none;color:inherit;font:inherit;cursor:pointer}
button.primary{background:#2F5D50;border-color:#2F5D50;color:#FFF}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:0 0 16px;font-size:14px}dt{color:#5C5B57}dd{margin:0;text-align:end;overflow-wrap:anywhere}.address{font:12px/18px ui-monospace,monospace}
@media(prefers-color-scheme:dark){body{background:#141416;color:#F3F2EF}main,input,select{background:#1D1D20}main{border-color:#2B2B30}p{color:#A9A7A1}button.primary{background:#8FD3BE;border-color:#8FD3BE;color:#141416}}`

/** The page on which a simulated provider asks who logs in and how it ends. */
export function loginPage(options: { provider: string; action: string; chosen?: string }): string {
  const { provider, action, chosen } = options
  const what =
    chosen === undefined
      ? ''
      : `<label>What happens <select name="mode">${answerOptions(modes, chosen)}</select></label>`
  return htmlPage(
    `Log in with ${provider}`,
    `<p>This is the sandbox’s ${provider}. Any name works; the same name is the same account.</p>
<form method="post" action="${escapeHtml(action)}">
<label>Name <input name="name" value="Ada" autocomplete="off" autofocus></label>
${what}
<button class="primary" name="decision" value="allow">Continue</button>
<button name="decision" value="cancel">Cancel</button>
</form>`,
  )
}

/** A page that posts a form to `action` at once, as Apple answers. */
export function formPostPage(action: string, fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return htmlPage(
    'Returning to the app',
    `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button class="primary">Continue</button></form><script>document.forms[0].submit()</script>`,
  )
}

/** A page that gives its answer to the page that opened it, and closes, as Apple's sign-in for CloudKit. */
export function goneBackPage(answer: Readonly<Record<string, string>>): string {
  const json = JSON.stringify(answer).replaceAll('<', '\\u003c')
  return htmlPage(
    'Returning to the app',
    `<p>This window can be closed.</p><script>opener?.postMessage(${json}, '*'); close()</script>`,
  )
}

/** A page with one sentence, for requests that a provider would refuse. */
export function problemPage(text: string): string {
  return htmlPage('This login can’t be started', `<p>${escapeHtml(text)}</p>`)
}

/** A page in the look of the simulated providers. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}

/** A text as it may stand in a page or an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
