import { expect, test } from 'vitest'
import { api } from './api.js'
import { refusalsOf } from './refusals.js'
import type { Route } from './route.js'

const routes = Object.entries(api).flatMap(([group, list]) =>
  Object.entries(list).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)
const codesOf = (route: Route) => refusalsOf(route).map(({ code }) => code)
const withFactor = routes.filter(([, route]) => codesOf(route).includes('missing_or_invalid_mfa'))

test('many routes demand a second factor', () => {
  expect(withFactor.length).toBeGreaterThan(40)
})

test.each(withFactor)('%s documents both refusals of a second factor', (_, route) => {
  expect(codesOf(route)).toContain('expired_or_invalid_mfa_token')
})
