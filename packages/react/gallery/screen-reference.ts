import type { ScreenName } from '../src/flow/screens.js'
import { type Note, notes } from './notes.js'
import { picturePath } from './pictures.js'
import { scenes } from './scenes.js'

const head = `# Screens

Every screen of the modal in every state: what the gallery shows, printed. With \`npm start\` running, the gallery is on
the dashboard under *Screens*, in every theme, language and width, with an editor that prints the provider's config.
\`http://localhost:4401/gallery?screen=LANDING&state=invalid&theme=dark&locale=ar&width=390\` leads to one state, and
\`/preview.html\` with the same query shows it alone. Confirmations that the wallet frame draws itself (\`enforce_wallet_uis\`) are not among them.

Set how they look in \`config.appearance\`, their language in \`config.locale\` and their texts in \`config.messages\`
([quickstart](../start/react-quickstart.md)). Each picture shows the first state in the light theme; \`npm test\` compares it with
the screen.

Do not edit this page: \`node scripts/print-screens.mjs\` writes it from the gallery, and \`npm run pictures\` also takes the
pictures.
`

/** The screen reference as Markdown, from the scenes and their notes. */
export function screenReference(): string {
  // The record's own keys.
  const names = Object.keys(notes) as ScreenName[]
  const list = names.map((name) => `- [${notes[name].title}](#${anchorOf(notes[name].title)})`)
  return `${[head, list.join('\n'), ...names.map((name) => section(name, notes[name]))].join('\n')}\n`
}

function section(screen: ScreenName, { title, when, opens, config, settings }: Note): string {
  const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const rows = Object.entries(scenes[screen]).map(
    ([state, scene]) => `| \`${state}\` | ${scene.when} |`,
  )
  const picture = picturePath({ spot: { screen, state: 'first' }, shot: 'light' })
  return [
    `\n## ${title}\n`,
    `\`${screen}\``,
    `\n${when}\n`,
    `<img src="../pictures/${picture}" width="228" alt="" loading="lazy" />\n`,
    `- Opened by: ${opens.join('; ')}`,
    ...(config.length > 0 ? [`- Provider’s config: ${codes(config)}`] : []),
    ...(settings.length > 0 ? [`- App’s settings: ${codes(settings)}`] : []),
    '\n| State | When |',
    '| --- | --- |',
    ...rows,
  ].join('\n')
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}
