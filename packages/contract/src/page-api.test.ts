import { expect, test } from 'vitest'
import { api } from './api.js'
import { pageApi } from './page-api.js'
import type { Route, RouteHead } from './route.js'

const heads = Object.entries(pageApi).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, head]) => [feature, name, head as RouteHead] as const),
)

test.each(heads)('%s.%s is found where the API has it', (feature, name, head) => {
  const groups: Record<string, Record<string, Route>> = api
  const { method, path, auth, prefixes, captcha } = groups[feature]![name]!

  expect(head).toEqual({
    method,
    path,
    auth,
    ...(prefixes && { prefixes }),
    ...(captcha && { captcha }),
  })
})
