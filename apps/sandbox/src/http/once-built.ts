import type { IncomingMessage, ServerResponse } from 'node:http'

type Page = (request: IncomingMessage, response: ServerResponse) => void

/** Serves `page` as soon as its build has ended; until then requests wait. A failed build is answered with what is wrong. */
export function onceBuilt(building: Promise<string | undefined>, page: Page): Page {
  return (request, response) =>
    void building.then((problem) => {
      if (problem === undefined) return page(request, response)
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(`${problem}\n`)
    })
}
