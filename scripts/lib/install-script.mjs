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

/** By name, since the proxy or the API would only say that the address is in use. */
const checkPorts = `for port in 80 443 4400 4410; do
  user=$(ss -Hltnp "sport = :$port" | head -n 1)
  [ -n "$user" ] || continue
  user=$(echo "$user" | sed -n 's/.*users:(("\\([^"]*\\)",pid=\\([0-9]*\\).*/\\1 (process \\2)/p')
  # Of a run before this one, or started by its package.
  case "$user" in caddy* | node*) continue ;; esac
  echo "Port $port is in use by \${user:-another program}. Stop that program, or give it another port." >&2
  exit 1
done`

const waitForPostgres = `for attempt in $(seq 30); do
  runuser -u postgres -- psql -qc 'select 1' > /dev/null 2>&1 && break
  sleep 1
done`

/** The page's command creates a database: this begins its line. */
const unlessMade =
  "runuser -u postgres -- psql -Atc \"select 'there' from pg_database where datname = 'sallyport'\" | grep -q there ||\n  runuser"

function unlessThere(node) {
  const isNew =
    'node -e \'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)\' 2> /dev/null'
  return [`if ! ${isNew}; then`, ...indent(node.split('\n')), 'fi'].join('\n')
}

/** Downloading and building is most of the time. */
function unlessBuilt(programs) {
  return [
    'if [ "$(cat $state/programs 2> /dev/null)" != "$RELEASE" ]; then',
    '  # Of a run that was not completed, or of another release.',
    '  rm -rf /opt/sallyport',
    ...indent(programs.split('\n')),
    '  echo "$RELEASE" > $state/programs',
    'fi',
  ].join('\n')
}

function start({ caddy, systemd }) {
  const [configure, restart] = caddy.split('\n')
  return [
    configure,
    `if [ -n "\${AUTH_TLS:-}" ]; then sed -i "1a tls $AUTH_TLS" /etc/caddy/Caddyfile; fi`,
    'if [ -d /run/systemd/system ]; then',
    ...indent(systemd.split('\n').filter((line) => !line.startsWith('journalctl'))),
    ...indent([restart]),
    '  log="journalctl -u sallyport-api -n 5 --no-pager"',
    'else',
    ...indent([
      'cd /opt/sallyport',
      'for process in $(cat $state/processes 2> /dev/null); do kill "$process" 2> /dev/null || true; done',
      'for attempt in $(seq 30); do [ -z "$(ss -Hltn "( sport = :4400 or sport = :443 )")" ] && break; sleep 1; done',
      'npm run serve -- --settings /etc/sallyport > /var/log/sallyport.log 2>&1 &',
      'echo $! > $state/processes',
      'caddy run --config /etc/caddy/Caddyfile --adapter caddyfile > /var/log/caddy.log 2>&1 &',
      'echo $! >> $state/processes',
      'log="tail -n 5 /var/log/sallyport.log"',
    ]),
    'fi',
    'waited=0',
    'until curl --silent --fail --output /dev/null http://127.0.0.1:4400/readyz; do',
    '  waited=$((waited + 1))',
    '  if [ "$waited" -gt 60 ]; then',
    "    echo 'The API did not start within a minute. Its last lines:' >&2",
    '    $log >&2',
    '    exit 1',
    '  fi',
    '  sleep 1',
    'done',
    'curl --silent --insecure --retry 5 --retry-delay 2 --retry-all-errors --resolve "$AUTH_NAME:443:127.0.0.1" --output /dev/null "https://$AUTH_NAME/readyz" ||',
    '  echo "https://$AUTH_NAME does not answer yet: Caddy writes why to its log (journalctl -u caddy, or /var/log/caddy.log without systemd)." >&2',
  ].join('\n')
}

function indent(lines) {
  return lines.map((line) => `  ${line}`)
}
