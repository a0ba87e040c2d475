import { readFileSync } from 'node:fs'

/** What a production program checks of itself as a process. */
export interface ProcessFacts {
  /** Undefined where the system has no user ids. */
  uid: number | undefined
  /** `process.execArgv`. */
  nodeFlags: readonly string[]
  /** Whether `NODE_OPTIONS` is set. */
  hasNodeOptions: boolean
  /** Soft limit of core files, a number of bytes or `unlimited`; undefined where it cannot be read. */
  coreLimit: string | undefined
}

/** Flags with which Node shows or writes the memory of the process. */
const exposingFlags = [
  '--inspect',
  '--debug',
  '--heapsnapshot',
  '--heap-prof',
  '--report-',
  '--experimental-report',
  '--abort-on-uncaught-exception',
]

/** Why a program that holds keys must not run in production like this, one sentence each (T-03). */
export function processProblems({ uid, nodeFlags, hasNodeOptions, coreLimit }: ProcessFacts) {
  const problems: string[] = []
  if (uid === 0) {
    problems.push(
      'This program runs as root, for whom no file and no process is protected: give it a user of its own (docs/operate/deploy.md).',
    )
  }
  for (const flag of nodeFlags.filter((each) =>
    exposingFlags.some((one) => each.startsWith(one)),
  )) {
    problems.push(
      `Remove ${flag.split('=')[0]}: with it the memory of this process, with its keys, can be read.`,
    )
  }
  if (hasNodeOptions) {
    problems.push(
      'NODE_OPTIONS is set, and could open a debugger: unset it, and put flags on the command line.',
    )
  }
  if (coreLimit !== undefined && coreLimit !== '0') {
    problems.push(
      'Core dumps are on, and would contain keys: start this program with a core limit of 0 (LimitCORE=0, ulimit -c 0).',
    )
  }
  return problems
}

/** Reads what `processProblems` looks at. */
export function readProcessFacts(): ProcessFacts {
  return {
    uid: process.getuid?.(),
    nodeFlags: process.execArgv,
    hasNodeOptions: Boolean(process.env.NODE_OPTIONS),
    coreLimit: readCoreLimit(),
  }
}

/** Makes SIGUSR1, which otherwise opens Node's debugger in a running process, do nothing (T-03). */
export function ignoreDebuggerSignal(): void {
  process.on('SIGUSR1', () => {})
}

function readCoreLimit(): string | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return /^Max core file size\s+(\S+)/m.exec(limits)?.[1]
  } catch {
    return undefined // Not Linux.
  }
}
