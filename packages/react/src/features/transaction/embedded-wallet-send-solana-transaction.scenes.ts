import { refuse } from '../../test-kit/answers.js'
import { job, solanaFromTable, solanaPrograms, solanaSend } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'
import { lookupTable } from '../../test-kit/solana-transfer.js'

/** A transaction on Solana. */
export const scenes: States<'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN'> = {
  first: { when: 'The app asks to send SOL.', data: { job: job(solanaSend) } },
  program: { when: 'It calls a program.', data: { job: job(solanaPrograms) } },
  'from-table': {
    when: 'The recipient is in a look-up table, which the network tells.',
    data: { job: job(solanaFromTable) },
    answers: { node: { getAccountInfo: () => lookupTable } },
  },
  'hidden-recipient': {
    when: 'The recipient is in a look-up table that the network didn’t tell.',
    data: { job: job(solanaFromTable) },
    answers: { node: { getAccountInfo: refuse(-32002) } },
  },
  confirmed: {
    when: 'The network confirmed it.',
    data: { job: job(solanaSend, [{ step: 'confirmed', hash: '5h3'.padEnd(88, 'KqWn7') }]) },
    act: [{ press: '.pair .primary' }],
  },
}
