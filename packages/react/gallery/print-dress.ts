import type { Dress } from './look.js'

/** A dress as an app writes it down: the provider with its `config`, and the rule of a style sheet if one is needed. */
export function printDress({ appearance, css }: Dress): { config: string; css: string } {
  const rows = Object.entries(appearance).map(([key, value]) => `      ${key}: ${quote(value)},`)
  const config = [
    '<SallyportProvider',
    '  appId={appId}',
    '  apiUrl={apiUrl}',
    '  config={{',
    '    appearance: {',
    ...rows,
    '    },',
    '  }}',
    '>',
  ].join('\n')
  return { config, css }
}

/** A text in single quotes, as JavaScript reads it. */
function quote(value: unknown): string {
  const inner = JSON.stringify(String(value)).slice(1, -1)
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
