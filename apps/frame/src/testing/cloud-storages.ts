import {
  type CloudAnswer,
  type CloudSimulator,
  cloudKitContainer,
  cloudKitTokens,
  createCloudSimulator,
} from '@sallyport/sandbox'

/** Where the frame of a test finds the storages. */
export const storageOrigin = 'http://storages'

/** The settings by which an app keeps recoveries in its users' iCloud. */
export const iCloudSettings = {
  icloud_container: {
    container_identifier: cloudKitContainer,
    environment: 'development' as const,
  },
  icloud_web_api_token: cloudKitTokens.web,
}

/** Simulates the storages of Google and Apple; a token of Google's is the person's name. */
export function createStorages(chosen: () => CloudAnswer = () => 'normal'): CloudSimulator {
  const scope = 'openid https://www.googleapis.com/auth/drive.appdata'
  return createCloudSimulator({
    oauth: {
      handle: async () => new Response(null, { status: 404 }),
      grantOf: (personId) => ({ personId, clientId: 'sandbox-google', scope }),
    },
    chosen,
  })
}

/** Sends what goes to the storages there, and everything else to the API. */
export function withStorages(storages: CloudSimulator, api: typeof fetch): typeof fetch {
  return async (input, init) =>
    new URL(String(input)).origin === storageOrigin
      ? storages.handle(new Request(String(input), init))
      : api(input, init)
}
