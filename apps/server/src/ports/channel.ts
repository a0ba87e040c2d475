import type { Settings, SettingValues } from '@sallyport/process'

/** A way to send messages: the settings of its provider, and the port made of them. */
export interface Channel<S extends Settings, Config, Port extends { close(): void }> {
  settings: S
  /** The part of the server's configuration that the port needs. */
  read(values: SettingValues<S>): Config
  /** What is allowed in development only, one sentence each. Values with a problem of their own are undefined here. */
  unsafeInProduction(values: Partial<SettingValues<S>>): (string | undefined)[]
  create(config: Config): Port
}

/** Declares a channel, keeping the types of its settings and its port. */
export function channel<const S extends Settings, Config, Port extends { close(): void }>(
  definition: Channel<S, Config, Port>,
): Channel<S, Config, Port> {
  return definition
}
