import type { ProgramGrant } from '@sallyport/contract'

/** What a program keeps of its grant. */
export interface KeptProgram {
  api_url: string
  app_id: string
  /** PKCS #8 in base64. */
  private_key: string
  public_key: string
  grant: ProgramGrant
}

/** Only this user of the machine reads it. */
const mode = 0o600

/** Writes a file that holds the program's key; one that is there is replaced as a whole. Node, Deno and Bun have files. */
export async function keepProgram(path: string, program: KeptProgram): Promise<void> {
  const { mkdir, rename, rm, writeFile } = await import('node:fs/promises')
  const { dirname } = await import('node:path')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${crypto.randomUUID()}`
  try {
    // `wx`: never through a link or into a file that someone else has put there.
    await writeFile(beside, `${JSON.stringify(program, null, 2)}\n`, { mode, flag: 'wx' })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** What `keepProgram` has written; undefined where nothing is there. @throws Error for a file of another form. */
export async function readProgram(path: string): Promise<KeptProgram | undefined> {
  const { readFile } = await import('node:fs/promises')
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const parsed: unknown = JSON.parse(text)
  if (!isKept(parsed)) throw new Error(`${path} is not the file of a program`)
  return parsed
}

function isKept(value: unknown): value is KeptProgram {
  if (typeof value !== 'object' || value === null) return false
  const texts = ['api_url', 'app_id', 'private_key', 'public_key']
  return texts.every((name) => typeof Reflect.get(value, name) === 'string') && 'grant' in value
}
