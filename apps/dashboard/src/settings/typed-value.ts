import { useState } from 'react'

/** How a setting is written as text. `read` gives the text itself for what it cannot read, so that the server refuses it. */
export interface Spelling<T> {
  read: (text: string) => T
  write: (value: T) => string
}

/** Words of a list, separated by spaces or lines. */
export const wordList: Spelling<string[]> = {
  read: (text) => text.split(/[\s,;]+/).filter((word) => word !== ''),
  write: (words) => words.join('\n'),
}

const decimals = 18

/** Wei as an amount of the network's coin. */
export const ether: Spelling<string> = {
  read: (text) => {
    const [, whole, part = ''] = /^(\d{1,60})(?:\.(\d{1,18}))?$/.exec(text.trim()) ?? []
    return whole === undefined ? text : String(BigInt(whole + part.padEnd(decimals, '0')))
  },
  write: (wei) => {
    if (!/^\d+$/.test(wei)) return wei
    const digits = wei.padStart(decimals + 1, '0')
    const part = digits.slice(-decimals).replace(/0+$/, '')
    return digits.slice(0, -decimals) + (part && `.${part}`)
  },
}

/** A setting as text to edit: the text as typed while it says the value, `0.10` for example. */
export function useTyped<T>(
  value: T,
  { spelling: { read, write }, onChange }: { spelling: Spelling<T>; onChange: (value: T) => void },
): { value: string; onChange: (text: string) => void } {
  const [typed, setTyped] = useState<string>()
  const isCurrent = typed !== undefined && JSON.stringify(read(typed)) === JSON.stringify(value)
  return {
    value: isCurrent ? typed : write(value),
    onChange: (text) => {
      setTyped(text)
      onChange(read(text))
    },
  }
}
