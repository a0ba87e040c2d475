import type { OriginRoute } from '../http/origin.js'
import type { Laboratory } from './laboratory.js'

/** Routes of the laboratory of server wallets; the app's secret and keys stay behind them. */
export function laboratoryRoutes(laboratory: Laboratory): OriginRoute[] {
  const member = (body: unknown, name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return [
    { method: 'GET', path: '/api/wallets', handle: () => laboratory.state() },
    {
      method: 'POST',
      path: '/api/wallets/play',
      handle: ({ body }) => laboratory.play(member(body, 'what')),
    },
    {
      method: 'POST',
      path: '/api/wallets/approve',
      handle: ({ body }) => laboratory.approve(member(body, 'intent_id')),
    },
  ]
}
