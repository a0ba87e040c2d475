import { MailServerUnusable, smtpMailer } from './mailer.js'

/**
 * Why mail cannot be sent with the settings of the URL in `name`, in one sentence without the password. A mail server that is
 * only down does not count: what a program does besides works without it.
 */
export async function mailServerProblem(
  name: string,
  smtp: { url: string; from: string },
): Promise<string | undefined> {
  const mailer = smtpMailer(smtp)
  try {
    await mailer.check?.()
    return undefined
  } catch (error) {
    if (!(error instanceof MailServerUnusable && error.isMisconfigured)) return undefined
    return `${name} is wrong: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}.`
  } finally {
    mailer.close()
  }
}
