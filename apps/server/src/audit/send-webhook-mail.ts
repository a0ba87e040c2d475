import type { DueNotice } from '../db/notices.js'
import { readEndpoint } from '../db/webhook-endpoints.js'
import type { Deps } from '../deps.js'
import { toHtml } from '../messages/to-html.js'

const reasons: Readonly<Record<string, string>> = {
  gone: 'It answered 410, which says that it does not want any more webhooks.',
  failing: 'No delivery has succeeded for three days.',
}

/** Tells the contact of an endpoint that it was switched off, and what to do. */
export async function sendWebhookMail(
  { db, apps, channels }: Pick<Deps, 'db' | 'apps' | 'channels'>,
  { app_id: appId, address: to, data: { webhook_id: webhookId = '', change = '' } }: DueNotice,
): Promise<void> {
  const app = await apps.find(appId)
  const endpoint = await readEndpoint(db, { appId, webhookId })
  if (app === undefined || endpoint === undefined) return
  const name = app.settings.name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const { host } = new URL(endpoint.url)
  const subject = `Webhooks of ${name} to ${host} were switched off`
  const paragraphs = [
    `The endpoint ${webhookId} at ${host} gets no more webhooks of ${name}.`,
    reasons[change] ?? '',
    'When it works again, switch it on (PATCH /admin/v1/webhooks/{webhook_id} with { "enabled": true }) and send again what it missed (POST …/resend with { "since": … }). Events are kept for 30 days.',
  ]
  const text = `${paragraphs.join('\n\n')}\n`
  await channels.email.send({
    to,
    fromName: name,
    subject,
    text,
    html: toHtml({ title: subject, paragraphs, locale: 'en' }),
  })
}
