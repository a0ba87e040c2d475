import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMonitor } from '../http/monitor.js'
import { waitAfter } from './deliver-notices.js'
import { raiseAlarm } from './raise-alarm.js'

const secret = 'a secret of thirty-two characters'
let kit: TestKit
let receiver: Server
const received: { body: string; signature: string }[] = []
let status = 200
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['sallyport-signature']) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  // Listening on a port: the address is an object.
  const { port } = receiver.address() as AddressInfo
  const alarmWebhook = { url: `http://127.0.0.1:${port}/alarms`, secret }
  kit = await createTestKit({ config: { alarmWebhook, codesPerAppPerHour: 40 } })
})
afterAll(async () => {
  await kit.close()
  receiver.close()
})
beforeEach(() => {
  received.length = 0
  status = 200
  kit.clock.advance(3_600_000)
})

/** The app's alarms of the audit log, oldest first. */
const alarmsOf = async (appId: string) => {
  const query = kit.db.selectFrom('audit_event').select('data').where('app_id', '=', appId)
  const rows = await query.where('kind', '=', 'alarm_raised').orderBy('id').execute()
  return rows.map(({ data }) => data.alarm)
}

describe('an alarm', () => {
  test('T-16: reaches the log, the audit log, the metrics and the webhook, signed', async () => {
    const { appId } = await kit.addApp()
    await raiseAlarm(kit.deps, { alarm: 'row_refused', appId })
    await kit.deliverNotices()

    expect(await alarmsOf(appId)).toEqual(['row_refused'])
    expect(kit.log.filter((line) => line.includes('"event":"row_refused"'))).toHaveLength(1)
    expect(await kit.deps.metrics.render()).toContain(
      'sallyport_alarms_total{alarm="row_refused"} 1',
    )
    const [{ body, signature } = { body: '', signature: '' }] = received
    expect(JSON.parse(body)).toMatchObject({ type: 'alarm', alarm: 'row_refused', app_id: appId })
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
  })

  test('is posted again when the receiver fails, with the same id', async () => {
    const { appId } = await kit.addApp()
    status = 500
    await raiseAlarm(kit.deps, { alarm: 'row_refused', appId })
    await kit.deliverNotices()
    status = 200
    kit.clock.advance(waitAfter(1))
    await kit.deliverNotices()
    await kit.deliverNotices()
    const ids = received.map(({ body }) => JSON.parse(body).id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('of one kind reaches the webhook once a minute, however often it is raised', async () => {
    const { appId } = await kit.addApp()
    await Promise.all(
      Array.from({ length: 10 }, () => raiseAlarm(kit.deps, { alarm: 'row_refused', appId })),
    )
    expect(await alarmsOf(appId)).toHaveLength(1)
    kit.clock.advance(60_000)
    await raiseAlarm(kit.deps, { alarm: 'row_refused', appId })
    expect(await alarmsOf(appId)).toHaveLength(2)
  })

  test('T-07: is raised when wrong codes use up the budget of the app', async () => {
    const { appId } = await kit.addApp()
    for (let n = 0; n < 6; n += 1) {
      const email = `victim${n}@example.com`
      await kit.call(api.email.init, { body: { email } }, { appId })
      await kit.call(api.email.authenticate, { body: { email, code: '000000' } }, { appId })
    }
    expect(await alarmsOf(appId)).toEqual(['wrong_code_budget_exhausted'])
  })

  test('is raised when a used refresh token comes back, and the user is told', async () => {
    const email = 'reused@example.com'
    const { refresh_token } = await kit.signIn(email)
    const refresh = (token: string) =>
      kit.call(api.session.refresh, { body: { refresh_token: token } })
    const { body } = await refresh(refresh_token)
    await refresh(body.refresh_token ?? '')
    kit.clock.advance(60_000)
    expect((await refresh(refresh_token)).status).toBe(401)
    await kit.deliverNotices()
    expect(await alarmsOf(kit.appId)).toContain('refresh_token_reused')
    expect(kit.mailbox.mails.at(-1)).toMatchObject({
      to: email,
      subject: 'A session of your Acme account was ended',
    })
  })
})

test('T-22: the second listener answers metrics and readiness, which name no user', async () => {
  const monitor = buildMonitor(kit.deps)
  const { user } = await kit.signIn('measured@example.com')
  const metrics = await monitor.inject('/metrics')
  expect(metrics.headers['content-type']).toContain('text/plain')
  expect(metrics.body).toContain(
    'sallyport_request_seconds_count{method="POST",route="/api/v1/passwordless/authenticate",status="200"}',
  )
  expect(metrics.body).toMatch(/^sallyport_audit_events_waiting \d+$/m)
  expect(metrics.body).not.toContain(user.id)
  expect((await monitor.inject('/readyz')).statusCode).toBe(200)
  expect((await kit.server.inject('/metrics')).statusCode).toBe(404)
  await monitor.close()
})
