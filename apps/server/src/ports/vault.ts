import { connect } from 'node:net'
import { type VaultCall, type VaultInput, type VaultOutput, vaultCalls } from '@sallyport/contract'

/** The recovery vault as the API may ask it (contract/vault.ts). */
export interface Vault {
  /** @throws VaultRefusal when the vault says no, Error when it cannot be reached. */
  call<C extends VaultCall>(call: C, input: VaultInput<C>): Promise<VaultOutput<C>>
}

/** The vault's answer was a refusal; `code` is one of contract's `vaultErrorCodes`. */
export class VaultRefusal extends Error {
  override readonly name = 'VaultRefusal'
  constructor(readonly code: string) {
    super(`The vault refused: ${code}`)
  }
}

const timeoutMs = 5_000
const maxAnswerLength = 65_536

/** The vault behind a Unix socket; one connection for each call. */
export function socketVault(socketPath: string): Vault {
  return {
    call: async (call, input) => {
      const answer = parseAnswer(await exchange(socketPath, { id: '1', call, input }))
      if ('error' in answer) throw new VaultRefusal(answer.error)
      // The schema was looked up under the same name the output type is.
      return vaultCalls[call].output.parse(answer.output) as VaultOutput<typeof call>
    },
  }
}

function exchange(socketPath: string, request: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath)
    let text = ''
    const fail = (reason: string, cause?: unknown) => {
      socket.destroy()
      reject(new Error(reason, { cause }))
    }
    socket.setEncoding('utf8')
    socket.setTimeout(timeoutMs, () => fail('The vault did not answer in time'))
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    socket.on('error', (cause) => fail('The vault cannot be reached', cause))
    socket.on('close', () => fail('The vault closed the connection'))
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (text.length > maxAnswerLength) return fail('The vault answered too much')
      if (end < 0) return
      resolve(text.slice(0, end))
      socket.destroy()
    })
  })
}

function parseAnswer(line: string): { output: unknown } | { error: string } {
  const answer: unknown = JSON.parse(line)
  if (typeof answer === 'object' && answer !== null) {
    if ('output' in answer) return { output: answer.output }
    if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) {
      const { code } = { code: 'internal_error', ...answer.error }
      return { error: String(code) }
    }
  }
  throw new Error('The vault answered something else than its contract')
}
