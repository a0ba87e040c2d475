import { job, solanaPrograms, solanaSend } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

/** A transaction on Solana. */
export const scenes: States<'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN'> = {
  first: { when: 'The app asks to send SOL.', data: { job: job(solanaSend) } },
  program: { when: 'It calls a program.', data: { job: job(solanaPrograms) } },
  confirmed: {
    when: 'The network confirmed it.',
    data: { job: job(solanaSend, [{ step: 'confirmed', hash: '5h3'.padEnd(88, 'KqWn7') }]) },
    act: [{ press: '.pair .primary' }],
  },
}
