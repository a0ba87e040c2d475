#!/usr/bin/env node
/// <reference types="node" />
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { answerMcpLine } from './mcp/protocol.js'
import { createTools } from './mcp/tools.js'
import { describeGrant } from './mcp/words.js'
import { authorize, openProgram } from './programs/authorize.js'
import { version } from './version.js'

const usage = `sallyport mcp        an MCP server over stdin and stdout: balance, send, request_access, status
sallyport connect    asks a user for access, and waits
sallyport status     what the user has allowed, and what is left

  --url <url>        the server, or SALLYPORT_URL
  --app <id>         the app's id, or SALLYPORT_APP_ID
  --name <name>      what the program calls itself, or SALLYPORT_PROGRAM_NAME
  --file <path>      where its key is kept, or SALLYPORT_PROGRAM_FILE; by default in ~/.sallyport
`

const instructions =
  'A wallet of a user, within limits that the user has picked. Call status first. A refusal says what to do next; never look for ways around it.'

/** The command line of the package. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ url: { type: 'string' }, app: { type: 'string' } },
      ...{ name: { type: 'string' }, file: { type: 'string' }, help: { type: 'boolean' } },
    },
  })
  const [command] = positionals
  const { env } = process
  const apiUrl = values.url ?? env.SALLYPORT_URL ?? ''
  const appId = values.app ?? env.SALLYPORT_APP_ID ?? ''
  const name = values.name ?? env.SALLYPORT_PROGRAM_NAME ?? 'Agent'
  const path =
    values.file ?? env.SALLYPORT_PROGRAM_FILE ?? join(homedir(), '.sallyport', `${appId}.json`)
  const known = ['mcp', 'connect', 'status'].find((each) => each === command)
  if (values.help || known === undefined || !apiUrl || !appId) {
    process.stderr.write(usage)
    return values.help ? 0 : 2
  }
  const options = { apiUrl, appId, name, path }
  if (known === 'mcp') return serve(options)
  const wallet =
    known === 'status'
      ? await openProgram(path)
      : await authorize({
          ...options,
          onCode: ({ user_code, verification_uri_complete, key_fingerprint }) => {
            process.stdout.write(
              `Open ${verification_uri_complete}\nCode ${user_code}, key ${key_fingerprint}\n`,
            )
          },
        })
  process.stdout.write(`${describeGrant(await wallet.status())}\n`)
  return 0
}

async function serve(options: Parameters<typeof createTools>[0]): Promise<number> {
  const about = { name: 'sallyport', version, instructions }
  const tools = createTools(options)
  const answering = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const answer = answerMcpLine(line, { about, tools }).then((text) => {
      if (text !== undefined) process.stdout.write(`${text}\n`)
    })
    answering.add(answer)
    void answer.finally(() => answering.delete(answer))
  }
  await Promise.all(answering)
  return 0
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
