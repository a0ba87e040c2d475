export { mailServerProblem } from './mail-server-problem.js'
export { mailAddress, smtpProblem, smtpUrl } from './mail-settings.js'
export { type Mail, type Mailer, MailServerUnusable, smtpMailer } from './mailer.js'
export { RecipientRefused } from './recipient-refused.js'
