import * as z from 'zod/mini'
import { smartWalletMinNetworks } from '../limits.js'
import { eip155ChainId } from '../primitives/chain-id.js'
import { mapOf, requiredString } from '../primitives.js'
import { smartWalletType } from './linked-account.js'

const networksText = 'At least one network must be configured.'
const networks = z.minLength(smartWalletMinNetworks, networksText)
const policyId = z.guid('Paymaster policy_id must be a UUID')

const network = z.object({
  chain_id: eip155ChainId,
  bundler_url: requiredString('bundler_url must be provided'),
  paymaster_url: z.optional(z.string()),
  rpc_url: z.optional(z.string()),
  chain_name: z.optional(z.string()),
  paymaster_context: z.optional(z.object({ policy_id: policyId })),
})
/** A network of the configuration. */
export type SmartWalletNetwork = z.output<typeof network>

const off = z.object({ enabled: z.literal(false) })

/** An app's smart wallet settings as the server answers them (specification §3, wire reference §16). */
export const smartWalletConfig = z.discriminatedUnion('enabled', [
  off,
  z.object({
    enabled: z.literal(true),
    smart_wallet_type: smartWalletType,
    smart_wallet_version: z.optional(z.string()),
    configured_networks: z.array(network, networksText).check(networks),
  }),
])
export type SmartWalletConfig = z.output<typeof smartWalletConfig>

/** What an app's owner sets: the same, but a network without URLs gets the deployment's own. */
export const smartWalletConfigInput = z.discriminatedUnion('enabled', [
  off,
  z.object({
    enabled: z.literal(true),
    smart_wallet_type: smartWalletType,
    smart_wallet_version: z.optional(z.string()),
    configured_networks: z
      .array(z.extend(network, { bundler_url: z.optional(z.string()) }), networksText)
      .check(networks),
  }),
])
export type SmartWalletConfigInput = z.output<typeof smartWalletConfigInput>

/** The form the client works with (specification §3). */
export const smartWalletClientConfig = z.discriminatedUnion('enabled', [
  off,
  z.object({
    enabled: z.literal(true),
    smartWalletType,
    configuredNetworks: z
      .array(
        z.object({
          chainId: eip155ChainId,
          bundlerUrl: requiredString('bundlerUrl must be provided'),
          paymasterUrl: z.optional(z.string()),
          rpcUrl: z.optional(z.string()),
          chainName: z.optional(z.string()),
          /** Handed to the paymaster as it is; each paymaster reads keys of its own. */
          paymasterContext: z.optional(mapOf(z.unknown())),
        }),
        networksText,
      )
      .check(networks),
  }),
])
export type SmartWalletClientConfig = z.output<typeof smartWalletClientConfig>
