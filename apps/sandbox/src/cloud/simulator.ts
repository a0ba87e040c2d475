import type { OAuthSimulator } from '../oauth/simulator.js'
import type { CloudAnswer } from './answers.js'
import { answerAppleSignIn } from './apple-sign-in.js'
import { answerCloudKit, issueToken } from './cloudkit.js'
import { answerDrive } from './drive.js'
import { type CloudFile, createCloudFiles } from './files.js'

interface Options {
  oauth: Pick<OAuthSimulator, 'handle' | 'grantOf'>
  /** What each storage does at the moment. */
  chosen?: (storage: 'googleDrive' | 'icloud') => CloudAnswer
  /** Where Apple sends native clients of the sandbox's app. */
  nativeCallback?: () => string
  /** Passes time for the slow answer. */
  wait?: (ms: number) => Promise<unknown>
  saved?: readonly CloudFile[]
  changed?: (files: readonly CloudFile[]) => void
}

/** The simulated providers with the storage that their users keep files in. */
export interface CloudSimulator {
  handle(request: Request): Promise<Response>
  /** A token of iCloud for one call, as after signing in there. */
  signInToICloud(account: string): string
}

/** Browsers call the storages themselves. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'x-apple-cloudkit-web-auth-token',
}

/** Adds Google Drive and iCloud to the simulated providers, at `/{host}{path}` as there. */
export function createCloudSimulator(options: Options): CloudSimulator {
  const { oauth, saved, changed, chosen = () => 'normal' } = options
  const { wait = (ms: number) => new Promise((go) => setTimeout(go, ms)) } = options
  const { nativeCallback = () => 'http://localhost/' } = options
  const files = createCloudFiles(saved, changed)
  const cloudKit = { files, tokens: new Map<string, string>() }
  const toICloud = (account: string) => issueToken(cloudKit, account)
  const answer = async (request: Request, isApple: boolean) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
    const does = chosen(isApple ? 'icloud' : 'googleDrive')
    if (does === 'slow') await wait(8_000)
    return isApple
      ? answerCloudKit(cloudKit, request, does)
      : answerDrive({ files, grantOf: oauth.grantOf }, request, does)
  }
  return {
    signInToICloud: toICloud,
    handle: async (request) => {
      const { pathname } = new URL(request.url)
      const isApple = pathname.startsWith('/api.apple-cloudkit.com/')
      const isDrive = /^\/www\.googleapis\.com\/(upload\/)?drive\//.test(pathname)
      const given =
        isApple || isDrive
          ? await answer(request, isApple)
          : await answerAppleSignIn({ nativeCallback, issueToken: toICloud }, request)
      if (given === undefined) return oauth.handle(request)
      if (isApple || isDrive) {
        for (const [name, value] of Object.entries(cors)) given.headers.set(name, value)
      }
      return given
    },
  }
}
