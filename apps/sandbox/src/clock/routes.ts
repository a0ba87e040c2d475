import { clockAdvance } from '@sallyport/protocols/sandbox'
import { HttpError, type OriginRoute } from '../http/origin.js'
import type { SandboxClock } from './clock.js'

/** The clock's routes, for scripts and the dashboard. */
export function clockRoutes(clock: SandboxClock, path: string): OriginRoute[] {
  return [
    { method: 'GET', path, handle: () => clock.state() },
    {
      method: 'POST',
      path,
      handle: ({ body }) => {
        const parsed = clockAdvance.safeParse(body)
        if (!parsed.success)
          throw new HttpError(400, 'advanceMs must be a whole number of milliseconds, 0 or more')
        return clock.advance(parsed.data.advanceMs)
      },
    },
  ]
}
