import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What a JSON file holds; undefined when it is missing or cut off. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // A first start, or a crash in the middle of the very first write.
    return undefined
  }
}

/** Replaces a JSON file whole, readable by its owner only. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
