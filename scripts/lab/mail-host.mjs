/* The mail host of the lab: takes mail over SMTPS and lists it as JSON at /messages. Arguments: address, folder of the certificate. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

const [address, folder] = process.argv.slice(2)
const read = (name) => readFileSync(join(folder, name))
const mostKept = 2_000
const messages = []

new SMTPServer({
  secure: true,
  key: read('key.pem'),
  cert: read('cert.pem'),
  authOptional: true,
  onData: (stream, session, done) => {
    const chunks = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address: each }) => each)
      messages.push({
        to,
        at: new Date().toISOString(),
        text: Buffer.concat(chunks).toString('utf8'),
      })
      if (messages.length > mostKept) messages.shift()
      done()
    })
  },
}).listen(465, address)

createServer((request, response) => {
  const to = new URL(request.url ?? '/', 'http://mail').searchParams.get('to')
  const found = to === null ? messages : messages.filter((message) => message.to.includes(to))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
}).listen(8025, address)
