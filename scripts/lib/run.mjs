import { spawn } from 'node:child_process'

/**
 * Runs a command to its end.
 *
 * @returns {Promise<{ code: number, output: string }>} Its exit code and everything it wrote.
 */
export function run(command, args, { cwd, env = process.env, live = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (live) process.stdout.write(chunk)
      })
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
