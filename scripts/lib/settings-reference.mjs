/**
 * The page with the table of each program's settings between its two marks, `<!-- settings: name -->` and
 * `<!-- end of settings -->`.
 *
 * @param programs  The settings of each program by its name.
 */
export function withReferences(page, programs) {
  return Object.entries(programs).reduce((text, [name, settings]) => {
    const begin = `<!-- settings: ${name} -->`
    const from = text.indexOf(begin)
    const to = text.indexOf('<!-- end of settings -->', from)
    if (from < 0 || to < 0) throw new Error(`The page has no place for the settings of ${name}`)
    return `${text.slice(0, from + begin.length)}\n\n${tableOf(settings)}\n\n${text.slice(to)}`
  }, page)
}

function tableOf(settings) {
  const rows = Object.entries(settings).map(([name, setting]) => [
    namesOf(name, setting),
    defaultOf(setting),
    setting.meaning,
  ])
  const lines = [['Variable', 'Default', 'Meaning'], ['---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A key has no variable of its own in production, and other secrets can be given by file or descriptor as well. */
function namesOf(name, { secret }) {
  if (secret === 'key') return `\`${name}_FILE\` or \`_FD\``
  return secret === undefined ? `\`${name}\`` : `\`${name}\`, \`_FILE\` or \`_FD\``
}

function defaultOf({ purpose, fallback, fallbackNote }) {
  if (fallbackNote) return fallbackNote
  if (purpose === undefined) return fallback ? `\`${fallback}\`` : ''
  return fallback ? `required; in development \`${fallback}\`` : 'required'
}
