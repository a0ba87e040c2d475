import { createClient, isSallyportError } from '@sallyport/node'
import { receiveWebhook, WebhookVerificationError } from '@sallyport/node/webhooks'
import express from 'express'

const sallyport = createClient({
  apiUrl: process.env.VITE_SALLYPORT_URL,
  appId: process.env.VITE_SALLYPORT_APP_ID,
})
/** What this server was told, by user, and the ids of the events. A real one keeps them in its database. */
const signUps = new Map()
const seen = new Set()

const app = express()
app.use(express.static('dist'))

app.get('/api/me', async (request, response) => {
  const { user_id } = await sallyport.authenticate(request)
  response.json({ user_id, told_of_sign_up: signUps.has(user_id) })
})

// Before any parser: the signature is over the bytes as they came.
app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
  const { body, headers } = request
  const { id, event } = await receiveWebhook(
    { body, headers },
    { secret: process.env.WEBHOOK_SECRET },
  )
  // The same event may come several times.
  if (event.type === 'user.created' && !seen.has(id)) signUps.set(event.user.id, event.user)
  seen.add(id)
  response.status(204).end()
})

app.use((error, _request, response, _next) => {
  if (error instanceof WebhookVerificationError)
    return response.status(400).json({ error: error.problem })
  if (isSallyportError(error))
    return response.status(error.status ?? 503).json({ error: error.code })
  console.error(error)
  response.status(500).json({ error: 'internal_error' })
})

app.listen(Number(process.env.PORT ?? 3000))
