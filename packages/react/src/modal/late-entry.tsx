import { type ComponentType, createElement, lazy, useState } from 'react'
import type { Kit } from '../kit.js'

interface LateEntry<Props> {
  Entry: ComponentType<Props>
  /** Loads the code. @throws when it is out of reach. */
  prepare(kit: Kit): Promise<void>
  isPrepared(): boolean
}

/**
 * The entry of a login method whose code is loaded when the method is on: drawn at once after `prepare`, else as soon as the
 * code is there.
 *
 * @param extra  What else the entry needs before it is drawn in its full size.
 */
export function lateEntry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  extra?: (kit: Kit) => Promise<unknown>,
): LateEntry<Props> {
  let loaded: ComponentType<Props> | null = null
  let isPrepared = false
  const remember = async () => {
    const code = await load()
    loaded = code.default
    return code
  }
  const Late = lazy(remember)
  return {
    Entry(props) {
      // The same one for the life of the entry: another type would be mounted anew.
      const [Current] = useState(() => loaded ?? (Late as unknown as ComponentType<Props>)) // takes the same props
      return createElement(Current, props)
    },
    async prepare(kit) {
      await Promise.all([remember(), extra?.(kit)])
      isPrepared = true
    },
    isPrepared: () => isPrepared,
  }
}
