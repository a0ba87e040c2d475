import {
  checkPorts,
  start,
  unlessBuilt,
  unlessMade,
  unlessThere,
  waitForPostgres,
} from './install-steps.mjs'

const variables = [
  'AUTH_NAME',
  'MAIL_URL',
  'MAIL_FROM',
  'VAULT_MAIL_URL',
  'VAULT_MAIL_FROM',
  'APP_NAME',
  'APP_ORIGIN',
]

/** What comes before the commands: refusals, and where a run before stopped. */
const head = (release) => `#!/bin/sh
# Installs Sallyport on an empty Debian 12: the commands of docs/operate/deploy.md, written by scripts/print-install.mjs.
set -eu
# "su" without a dash leaves these out.
export PATH="$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin"

RELEASE=\${RELEASE:-${release}}
for name in ${variables.join(' ')}; do
  eval "value=\\\${$name:-}"
  [ -n "$value" ] || { echo "$name is missing: see docs/operate/deploy.md, All of it, unattended" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo 'Run this as root.' >&2; exit 2; }
# What this script remembers between runs.
state=/var/lib/sallyport-install
if [ -e $state/finished ] || { [ -e /etc/sallyport/api.kek ] && [ ! -d $state ]; }; then
  echo 'Sallyport is installed here, and its keys must not be replaced: see docs/operate/deploy.md, Upgrading' >&2
  exit 2
fi
if [ -e $state/step ]; then echo "A run before this one stopped at: $(cat $state/step)"; fi
mkdir -p $state
say_where() {
  code=$?
  [ $code = 0 ] || echo "Stopped at: $(cat $state/step). Mend what is said above, and run this script again." >&2
}
trap say_where EXIT
step() {
  echo "$1" > $state/step
  echo "== $1"
}
`

/** The script that runs the commands of the page's first sections, in their order. */
export function installScript(page) {
  const fenced = page.split(/^```/m).filter((_, index) => index % 2 === 1)
  const blocks = (kind) =>
    fenced
      .filter((text) => text.startsWith(`sh ${kind}\n`))
      .map((text) => text.slice(text.indexOf('\n')).trim())
  const [machine] = blocks('install')
  const [node] = blocks('node')
  const [caddy = ''] = blocks('caddy')
  const [systemd = ''] = blocks('systemd')
  const [users, programs, database, keys, migrate, app] = blocks('deploy')
  const parts = [
    ['The machine', `${machine}\n${checkPorts}`],
    ['Node, unless one that is new enough is there', unlessThere(node)],
    ['Postgres', 'if [ ! -d /run/systemd/system ]; then service postgresql start; fi'],
    ['1. Users', users],
    ['2. The programs', unlessBuilt(programs)],
    ['3. The database', `${waitForPostgres}\n${database.replace(/^runuser/m, unlessMade)}`],
    ['4. Keys and settings', [keys, migrate].join('\n')],
    ['5. Start, and TLS', start({ caddy, systemd })],
    ['6. The first app', `${app}\ntouch $state/finished`],
  ]
  const release = /^RELEASE=(\S+)/m.exec(page)?.[1]
  return [head(release), ...parts.map(([title, text]) => `step '${title}'\n${text}\n`)].join('\n')
}
