import { readFileSync } from 'node:fs'
import { auditKinds } from '@sallyport/contract'
import { expect, test } from 'vitest'
import { eventMeanings } from './event-meanings.js'
import { isNoticed } from './notice-texts/noticed-kinds.js'

test('docs/operate/audit.md lists every event, what it means, and whether the user is told', () => {
  const page = readFileSync(new URL('../../../../docs/operate/audit.md', import.meta.url), 'utf8')
  const rows = auditKinds.map(
    (kind) => `| \`${kind}\` | ${eventMeanings[kind]} | ${isNoticed(kind) ? 'yes' : ''} |`,
  )
  expect(rows.filter((row) => !page.includes(`\n${row}\n`))).toEqual([])
})
