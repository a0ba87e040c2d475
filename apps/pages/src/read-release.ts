import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@sallyport/process'
import { type FrameFiles, readFrameFiles, releaseNames } from './frame-files.js'
import { type ReleaseApproval, releaseProblem } from './release.js'

/** Reads the built frame into memory. @throws ConfigError unless enough of the release keys signed exactly these files. */
export function readRelease(folder: string, approval: ReleaseApproval): FrameFiles {
  const files = readFrameFiles(folder)
  const release = {
    manifest: readOptional(join(folder, releaseNames.manifest)),
    signature: readOptional(join(folder, releaseNames.signature)),
  }
  const problem = releaseProblem(files, release, approval)
  if (problem !== undefined) throw new ConfigError([problem])
  return files
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
