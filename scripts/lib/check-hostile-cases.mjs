import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hostileCases } from './hostile-cases.mjs'
import { filesBelow } from './stamp.mjs'

/** Files with tests, and those of a test kit that declare tests for several files. */
const testFile = /(?:\.(?:test|spec)\.tsx?|\/test-kit\/[\w-]+-cases\.ts)$/
const areas =
  /\b(?:APP|ORI|EML|SMS|OAU|SWE|SWS|FAR|TEL|PKY|GST|CJW|LNK|SES|MFA|IFR|REC|CUS|SIG|SCR|SMW|WAL|DEL|AGT|XAP|FND|INP|INS|SUP|T)-\d\d\b/g

/** The hostile cases of the list that no test is named after, and ids in titles the list does not know; one sentence each. */
export function checkHostileCases(root, cases = hostileCases) {
  const titles = titlesBelow(root)
  const missing = Object.entries(cases).flatMap(([id, state]) => {
    const files = titles.get(id) ?? []
    if (state === 'tested') return files.length > 0 ? [] : [`${id}: no test is named after it`]
    return files.length === 0 ? [] : [`${id} is listed without a test, and ${files[0]} has one`]
  })
  const unknown = [...titles].flatMap(([id, [file]]) =>
    id in cases ? [] : [`${file} names ${id}, which is not in the list`],
  )
  return [...missing, ...unknown]
}

/** Finds the files whose test titles contain each id. Ids in comments don't count. */
function titlesBelow(root) {
  const found = new Map()
  const folders = ['packages', 'apps', 'scripts', 'bench', 'e2e'].map((one) => join(root, one))
  for (const file of filesBelow(folders).filter((path) => testFile.test(path))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (/^\s*(?:\/\/|\*|\/\*)/.test(line) || !/['"`]/.test(line)) continue
      for (const [id] of line.matchAll(areas)) {
        found.set(id, [...(found.get(id) ?? []), relative(root, file)])
      }
    }
  }
  return found
}
