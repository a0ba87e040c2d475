import { type Address, type Certificates, connectTo } from '@sallyport/process/transport'
import { vaultCalls } from '@sallyport/protocols/vault'
import { PageUnavailable } from './refusal.js'

const deadlineMs = 2_000
const maxAnswerLength = 4_096

interface Asking {
  role: 'vault' | 'signer'
  certificates: Certificates | undefined
}

/** Asks the vault or signer for its public key, one address after the other until one answers. @throws PageUnavailable */
export async function askVaultKey(addresses: readonly Address[], asking: Asking): Promise<string> {
  let failure: unknown = new PageUnavailable('No address is set')
  for (const address of addresses) {
    try {
      return await askAt(address, asking)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function askAt(address: Address, asking: Asking): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(address, asking, () => {})
    let text = ''
    const fail = () => {
      socket.destroy()
      reject(new PageUnavailable('The vault does not say its public key'))
    }
    socket.setEncoding('utf8').setTimeout(deadlineMs, fail)
    socket.on('error', fail).on('close', fail)
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.length > maxAnswerLength) return fail()
      if (!text.includes('\n')) return
      const publicKey = readAnswer(text)
      if (publicKey === undefined) return fail()
      resolve(publicKey)
      socket.destroy()
    })
    socket.write(`${JSON.stringify({ id: '1', call: 'health', input: {} })}\n`)
  })
}

function readAnswer(line: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(line)
    const output =
      typeof answer === 'object' && answer !== null && 'output' in answer && answer.output
    return vaultCalls.health.output.safeParse(output).data?.publicKey
  } catch {
    return undefined
  }
}
