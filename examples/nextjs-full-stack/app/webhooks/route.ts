import { verifyWebhook, WebhookVerificationError } from '@sallyport/node/webhooks'
import { signUps } from '../sign-ups'

export async function POST(request: Request) {
  try {
    const secret = process.env.WEBHOOK_SECRET ?? ''
    const event = await verifyWebhook(request, { secret })
    if (event.type === 'user.created') signUps.add(event.user.id)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return Response.json({ error: error.problem }, { status: 400 })
  }
}
