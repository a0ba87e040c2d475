import { BroadcastError } from './broadcast-error.js'

/** A Bitcoin network by Esplora's HTTP API. */
export interface Esplora {
  /** The id of a transaction in hex. */
  idOf(signed: string): Promise<string>
  /** @throws BroadcastError */
  send(signed: string): Promise<string>
  /** What it says at a path; null for what it does not know. @throws BroadcastError */
  read(path: string): Promise<unknown>
}

const deadlineMs = 8_000
const maxAnswerLength = 2_000_000

/** Calls Esplora's API at `url`. */
export function createEsplora(url: string, fetcher: typeof fetch): Esplora {
  const ask = (path: string, body?: string) =>
    askEsplora(fetcher, `${url.replace(/\/+$/, '')}${path}`, body)
  const idOf = async (signed: string) => {
    const { transactionId } = await import('@sallyport/crypto/chains/bitcoin')
    return transactionId(Uint8Array.from(Buffer.from(signed, 'hex')))
  }
  const read = async (path: string) => {
    const { status, text } = await ask(path)
    if (status === 404) return null
    if (status === 200) return parsed(text)
    throw refused(text)
  }
  return {
    idOf,
    read,
    send: async (signed) => {
      const id = await idOf(signed)
      const { status, text } = await ask('/tx', signed)
      if (status === 200) return id
      // A repeated request: the node has it, or it is in a block already.
      if ((await read(`/tx/${id}/status`)) !== null) return id
      throw refused(text)
    },
  }
}

async function askEsplora(
  fetcher: typeof fetch,
  url: string,
  body: string | undefined,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetcher(url, {
      ...(body !== undefined && { method: 'POST', body }),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const text = await response.text()
    const isUsable = response.status < 500 && response.status !== 429
    if (isUsable && text.length <= maxAnswerLength) return { status: response.status, text }
    throw new Error('Not an answer of Esplora')
  } catch (cause) {
    throw new BroadcastError(
      'transaction_broadcast_failure',
      'The network’s node did not answer. It may have the transaction: the same request again sends it once',
      { cause, isUncertain: true },
    )
  }
}

/** JSON where it is JSON; ids, heights and transactions come as plain text. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text.trim()
  return JSON.parse(text)
}

function refused(text: string): BroadcastError {
  const reason = /"message":\s*"([^"]{1,200})"/.exec(text)?.[1] ?? text.slice(0, 200)
  return new BroadcastError('transaction_broadcast_failure', `The network’s node: ${reason}`)
}
