import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proseOf } from './hook-reference.mjs'

/** docs/start/provider.md: every prop and every key of `config`, as the built declarations have them. */
export function providerReference(root) {
  const read = (path) => readFileSync(join(root, 'packages', 'react', 'dist', path), 'utf8')
  const props = membersOf(read('provider.d.ts'), 'SallyportProviderProps')
  const config = [
    ...membersOf(read('config.d.ts'), 'SallyportConfig'),
    ...membersOf(read('features/sms/method.d.ts'), 'PhoneConfig'),
  ]
  return `# Settings of the provider

Everything that \`<SallyportProvider>\` takes, printed from its types by \`node scripts/print-hooks.mjs\` after a build. Keys of \`config\` are
optional and win over the [app's settings](app-settings.md) on the server. Keep \`config\` outside of components, or memoize it, so that it is
the same at each render.

## Props

${table(props)}

## config

${table(config)}
`
}

const table = (members) =>
  ['| key | type | what it does |', '| --- | --- | --- |', ...members.map(row)].join('\n')

const row = ({ path, type, prose }) =>
  `| \`${path}\` | ${codeOf(type)} | ${prose.replaceAll('|', '\\|')} |`

/** A type as code in a table; one with backticks needs two of them around it. */
function codeOf(type) {
  const escaped = type.replaceAll('|', '\\|')
  if (type === '') return ''
  return type.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``
}

/** The members of an interface with their paths; of an object, its own members follow it. */
export function membersOf(text, name) {
  const start = text.search(new RegExp(`^export interface ${name}\\b`, 'm'))
  if (start < 0) throw new Error(`There is no interface ${name}`)
  const body = text.slice(text.indexOf('{\n', start) + 2, text.indexOf('\n}', start))
  const members = []
  const open = []
  let comment = ''
  for (const line of wholeLines(body)) {
    const text = line.trim()
    if (/^(\/\*\*|\*)/.test(text)) comment += `${line}\n`
    else if (text === '};') open.pop()
    else {
      const [, key, type] = /^(?:readonly )?(\w+)\??: (.*)$/.exec(text) ?? []
      if (key === undefined) throw new Error(`${name}: cannot read ${text}`)
      const path = [...open, key].join('.')
      const prose = proseOf(comment).replaceAll('\n', ' ')
      comment = ''
      if (type === '{') open.push(key)
      // The members of an object say what it does.
      if (type !== '{' || prose !== '')
        members.push({ path, type: type === '{' ? '' : type.replace(/;$/, ''), prose })
    }
  }
  return members
}

/** The lines, where a type that goes over several lines is one; objects stay as they are. */
function wholeLines(body) {
  // A line that opens a parameter, up to the line that closes it.
  return body
    .replace(/^( *)(\w.*\(.*\{)\n([\s\S]*?)\n\1(\}\).*;)$/gm, (_, indent, first, inner, last) =>
      [indent + first, ...inner.split('\n'), last].map((part) => part.trim()).join(' '),
    )
    .split('\n')
}
