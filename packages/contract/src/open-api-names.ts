import * as z from 'zod/mini'
import * as exported from './index.js'
import * as walletApi from './wallet-api/index.js'
import * as payloads from './webhooks/payloads.js'
import * as webhooks from './webhooks/web.js'

/**
 * The objects and unions that the document names once and refers to: those that the contract exports, under their names in PascalCase. Texts
 * and numbers stay where they are used.
 */
export const namedSchemas: ReadonlyMap<z.core.$ZodType, string> = new Map(
  [payloads, webhooks, walletApi, exported]
    .flatMap((module) => Object.entries<unknown>(module))
    .flatMap(([name, value]) => (isNamed(value) ? [[value, pascalCase(name)] as const] : [])),
)

function isNamed(value: unknown): value is z.ZodMiniType {
  return value instanceof z.ZodMiniObject || value instanceof z.ZodMiniUnion
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
