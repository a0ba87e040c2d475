import { randomUUID } from 'node:crypto'

/* A random mark that no message contains: new in every process and never sent. */
const mark = randomUUID()
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

/** Formats JSON with bigints as plain numbers of any size, as Solana's RPC does. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value, (_, item) =>
    typeof item === 'bigint' ? `${mark}${item}` : item,
  )
  return text.replace(marked, '$1')
}
