import { ClientError, type Login, type SallyportClient, type User } from '@sallyport/core'

/** What a login by code asks of the server, to log in, to link and to replace addresses. */
export interface CodeCalls {
  /** Sends a new code. Throws as core's function for the method. */
  send(client: SallyportClient, address: string): Promise<void>
  login(
    client: SallyportClient,
    attempt: { address: string; code: string; disableSignup: boolean },
  ): Promise<Login>
  /** Sends a new code for linking or updating. */
  sendLink(client: SallyportClient, address: string): Promise<void>
  link(client: SallyportClient, proof: { address: string; code: string }): Promise<User>
  /** Replaces the user's address by the one that is proven. */
  update(
    client: SallyportClient,
    proof: { current: string; address: string; code: string },
  ): Promise<User>
  /** Moves the address here from the user it is linked to. */
  transfer(client: SallyportClient, given: { address: string; nonce: string }): Promise<User>
  unlink(client: SallyportClient, address: string): Promise<User>
}

/** Loads the code of all calls. No module imports it as it starts, so that no page loads it first. */
export async function loadCodeLinks(): Promise<typeof import('./code-links.js')> {
  try {
    return await import('./code-links.js')
  } catch (cause) {
    throw new ClientError('offline', { cause })
  }
}

/** The calls of logins and links by email. */
export const emailCalls = late(async () => (await loadCodeLinks()).emailLinks)
/** The calls of logins and links by text message. */
export const smsCalls = late(async () => (await loadCodeLinks()).smsLinks)

/** Calls that are loaded with the first of them. */
function late(load: () => Promise<CodeCalls>): CodeCalls {
  return {
    send: async (...given) => (await load()).send(...given),
    login: async (...given) => (await load()).login(...given),
    sendLink: async (...given) => (await load()).sendLink(...given),
    link: async (...given) => (await load()).link(...given),
    update: async (...given) => (await load()).update(...given),
    transfer: async (...given) => (await load()).transfer(...given),
    unlink: async (...given) => (await load()).unlink(...given),
  }
}
