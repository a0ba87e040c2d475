import { randomUUID } from 'node:crypto'

/* A mark no message can contain by accident: new in every process and never sent. */
const mark = randomUUID()
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

/** JSON text in which every bigint is a plain number, of any size, as Solana's RPC writes them. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value, (_, item) =>
    typeof item === 'bigint' ? `${mark}${item}` : item,
  )
  return text.replace(marked, '$1')
}
