const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 26rem; padding: 2rem 1.25rem }
  h1 { font-size: 1.3rem; margin: 0 0 .5rem }
  p { margin: 0 0 1rem }
  button, a.button { display: block; width: 100%; box-sizing: border-box; margin: 0 0 .6rem; padding: .75rem 1rem; border: 1px solid #8888;
    border-radius: .75rem; background: none; color: inherit; font: inherit; text-align: start; text-decoration: none; cursor: pointer }
  button:hover, a.button:hover { background: #8882 }
  button.main { background: var(--brand); border-color: var(--brand); color: #fff; text-align: center; font-weight: 600 }
  fieldset { border: 0; padding: 0; margin: 0 0 1rem }
  legend, label { display: block; margin: 0 0 .4rem }
  input, select { font: inherit; padding: .5rem .7rem; border: 1px solid #8888; border-radius: .6rem; width: 100%; box-sizing: border-box; background: none; color: inherit }
  small { opacity: .75 }
`

/** A page of a double. `body` is HTML; everything in it that is not written here goes through `escapeHtml`. */
export function htmlPage(options: {
  title: string
  brand: string
  body: string
  script: string
}): string {
  const { title, brand, body, script } = options
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>:root { --brand: ${brand} }${style}</style></head><body>${body}<script>${script}</script></body></html>`
}

/** The text as HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
}

/** The value as a literal in an inline script. */
export function scriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
