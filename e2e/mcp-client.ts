import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { dev } from './person.js'

const program = fileURLToPath(new URL('../packages/node/dist/cli.js', import.meta.url))

/** Starts the MCP server of `@sallyport/node` as agents do, and speaks to it line by line. */
export async function startMcp(file: string) {
  const given = ['mcp', '--url', dev.authUrl, '--app', dev.appId, '--name', 'Agent', '--file', file]
  const child = spawn(process.execPath, [program, ...given], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (answer: { result: unknown }) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line)
    waiting.get(answer.id)?.(answer)
  })
  let id = 0
  const ask = (method: string, params: object) =>
    new Promise<{ result: unknown }>((resolve) => {
      id += 1
      waiting.set(id, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  const about = { name: 'test', version: '1' }
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: about })
  return {
    /** What a tool says, refusals included. */
    call: async (name: string, input: object = {}): Promise<string> => {
      const { result } = await ask('tools/call', { name, arguments: input })
      // The form of every answer of a tool.
      return (result as { content: { text: string }[] }).content[0]?.text ?? ''
    },
    stop: () => void child.kill(),
  }
}
