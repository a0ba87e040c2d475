import { receiveWebhook, WebhookVerificationError } from '@sallyport/node/webhooks'
import { seen, signUps } from '../sign-ups'

export async function POST(request: Request) {
  try {
    const secret = process.env.WEBHOOK_SECRET ?? ''
    const { id, event } = await receiveWebhook(request, { secret })
    // The same event may come several times.
    if (event.type === 'user.created' && !seen.has(id)) signUps.add(event.user.id)
    seen.add(id)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return Response.json({ error: error.problem }, { status: 400 })
  }
}
