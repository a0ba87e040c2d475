import { embeddedWallet, walletExport } from '@sallyport/contract'

const custodyRoutes = { ...embeddedWallet, ...walletExport }
/** The routes that the frame calls about wallets, by name. */
export type CustodyRoutes = typeof custodyRoutes

/** The custody route a path names, with the path's parameters. */
export function findRoute(pathname: string) {
  for (const [name, route] of Object.entries(custodyRoutes)) {
    const pattern = route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^/api/v1${pattern}$`).exec(pathname)
    // The names come from the object itself.
    if (match) {
      return { name: name as keyof CustodyRoutes, route, params: { ...match.groups } }
    }
  }
  return undefined
}

/** An answer as JSON. */
export function reply(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status })
}
