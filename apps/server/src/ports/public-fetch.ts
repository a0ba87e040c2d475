import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { requirePublic } from './public-address.js'
import { publicLookup } from './public-lookup.js'

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
  const { signal, ...sending } = init
  const { method, headers, body } = new Request(url, sending)
  const sent = body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer())
  return new Promise((resolve, reject) => {
    // The caller's own signal: one that a `Request` makes of it is lost with the `Request`, and would end nothing.
    const ended = signal ? { signal } : {}
    const named = Object.fromEntries(headers)
    const options = { method, headers: named, ...ended, agent: false as const }
    const request = requestHttps(url, { ...options, lookup: publicLookup }, (answer) => {
      const { statusCode: status = 0, headers: fields } = answer
      if (status >= 300 && status < 400) {
        answer.destroy()
        return reject(new Error('A redirect'))
      }
      // `Response` throws for other numbers, here outside of every promise: that would end the process.
      if (status < 200 || status > 599) {
        answer.destroy()
        return reject(new Error('The status is none'))
      }
      const isEmpty = [204, 205].includes(status)
      if (isEmpty) answer.destroy()
      // A stream of node is what `Response` takes; the two declarations of its type differ.
      const stream = isEmpty ? null : (Readable.toWeb(answer) as globalThis.ReadableStream)
      const type = fields['content-type']
      resolve(new Response(stream, { status, ...(type && { headers: { 'content-type': type } }) }))
    })
    request.on('error', reject)
    request.end(sent)
  })
}
