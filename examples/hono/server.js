import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createClient, isSallyportError } from '@sallyport/node'
import { receiveWebhook, WebhookVerificationError } from '@sallyport/node/webhooks'
import { Hono } from 'hono'

const sallyport = createClient({
  apiUrl: process.env.VITE_SALLYPORT_URL,
  appId: process.env.VITE_SALLYPORT_APP_ID,
})
/** What this server was told, by user, and the ids of the events. A real one keeps them in its database. */
const signUps = new Map()
const seen = new Set()

const app = new Hono()

app.get('/api/me', async (context) => {
  const { user_id } = await sallyport.authenticate(context.req.raw)
  return context.json({ user_id, told_of_sign_up: signUps.has(user_id) })
})

app.post('/webhooks', async (context) => {
  const { id, event } = await receiveWebhook(context.req.raw, {
    secret: process.env.WEBHOOK_SECRET,
  })
  // The same event may come several times.
  if (event.type === 'user.created' && !seen.has(id)) signUps.set(event.user.id, event.user)
  seen.add(id)
  return context.body(null, 204)
})

app.use(serveStatic({ root: './dist' }))

app.onError((error, context) => {
  if (error instanceof WebhookVerificationError) return context.json({ error: error.problem }, 400)
  if (isSallyportError(error)) return context.json({ error: error.code }, error.status ?? 503)
  console.error(error)
  return context.json({ error: 'internal_error' }, 500)
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
