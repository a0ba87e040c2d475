import { spawn } from 'node:child_process'

/** The first descriptor of secrets: 0–2 are the standard streams, 3 is the channel to this process. */
const firstSecret = 4

/**
 * Starts one of the programs as its own user. Its secrets arrive by file descriptors, so that they are in no environment.
 *
 * @param program  `script`, `env` without secrets, `secrets` by the names of their settings, `user`: uid and gid.
 */
export function startProgram({ script, env, secrets, user }) {
  const names = Object.keys(secrets)
  const descriptors = Object.fromEntries(
    names.map((name, index) => [`${name}_FD`, String(firstSecret + index)]),
  )
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...names.map(() => 'pipe')],
    env: {
      ...env,
      ...descriptors,
      NODE_ENV: 'production',
      SALLYPORT_ENV: 'production',
      SALLYPORT_EXIT_WITH_PARENT: '1',
    },
    ...user,
  })
  for (const [index, name] of names.entries()) {
    const pipe = child.stdio[firstSecret + index]
    // A program that refuses to start reads nothing; its last line says why.
    pipe.on('error', () => {})
    pipe.end(secrets[name])
  }
  return child
}

/** Stops the programs and then this process with `code`; later calls do nothing. */
export function createEnd(children) {
  let ending = false
  const end = (code, sentence) => {
    if (ending) return
    ending = true
    if (sentence) process.stderr.write(`\n  ${sentence}\n\n`)
    const left = children.filter((child) => child.exitCode === null && child.signalCode === null)
    // The server lets open requests finish; orchestrators wait 10 seconds or more.
    setTimeout(() => process.exit(code), 10_000).unref()
    Promise.all(left.map((child) => new Promise((resolve) => child.once('exit', resolve)))).then(
      () => process.exit(code),
    )
    for (const child of left) child.kill('SIGTERM')
  }
  return { end, isEnding: () => ending }
}
