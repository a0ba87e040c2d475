import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { publicLookup, requirePublic } from './outside-json.js'

/**
 * A `fetch` for servers that an app's owner names: https only, and never to an address of a private network. The connection
 * goes to the very address that was checked. It follows no redirect (OAU-23).
 */
export const publicFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(String(input))
  if (url.protocol !== 'https:') throw new Error('Not https')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // No name is looked up for a literal address, so it is checked here.
  if (isIP(host) !== 0) requirePublic(host)
  const { method, headers, body, signal } = new Request(url, init)
  const sent = body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer())
  return new Promise((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(headers), signal, agent: false as const }
    const request = requestHttps(url, { ...options, lookup: publicLookup }, (answer) => {
      const { statusCode: status = 0, headers: fields } = answer
      if (status >= 300 && status < 400) {
        answer.destroy()
        return reject(new Error('A redirect'))
      }
      // A stream of node is what `Response` takes; the two declarations of its type differ.
      const stream = Readable.toWeb(answer) as globalThis.ReadableStream
      const isEmpty = [101, 204, 205, 304].includes(status)
      const type = fields['content-type']
      resolve(
        new Response(isEmpty ? null : stream, {
          status,
          ...(type && { headers: { 'content-type': type } }),
        }),
      )
    })
    request.on('error', reject)
    request.end(sent)
  })
}
