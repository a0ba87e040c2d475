/** What the page writes as an example, and the variable of the script that takes its place. */
const given = {
  "'smtps://user:password@mail.example.com:465'": '"$MAIL_URL"',
  "'smtps://vault:password@mail.example.com:465'": '"$VAULT_MAIL_URL"',
  "'s/auth.example.com/auth.example.com/; s/login@example.com/login@example.com/'":
    '"s/auth.example.com/$AUTH_NAME/; s/login@example.com/$MAIL_FROM/"',
  "'s/wallet@example.com/wallet@example.com/'": '"s/wallet@example.com/$VAULT_MAIL_FROM/"',
  "'s/auth.example.com/auth.example.com/'": '"s/auth.example.com/$AUTH_NAME/"',
  '\'{"name":"Acme","environment":"production","settings":{"allowed_domains":["https://app.example.com"]}}\'':
    '"{\\"name\\":\\"$APP_NAME\\",\\"environment\\":\\"production\\",\\"settings\\":{\\"allowed_domains\\":[\\"$APP_ORIGIN\\"]}}"',
}
const variables = [
  'AUTH_NAME',
  'MAIL_URL',
  'MAIL_FROM',
  'VAULT_MAIL_URL',
  'VAULT_MAIL_FROM',
  'APP_NAME',
  'APP_ORIGIN',
]

const head = `#!/bin/sh
# Installs Sallyport on an empty Debian 12: the commands of docs/operate/deploy.md, written by scripts/print-install.mjs.
set -eu

for name in ${variables.join(' ')}; do
  eval "value=\\\${$name:-}"
  [ -n "$value" ] || { echo "$name is missing: see docs/operate/deploy.md, All of it, unattended" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo 'Run this as root.' >&2; exit 2; }
if [ -e /etc/sallyport/api.kek ]; then
  echo 'Sallyport is installed here, and its keys must not be replaced: see docs/operate/deploy.md, Upgrading' >&2
  exit 2
fi
# Of an installation that was not finished.
rm -rf /opt/sallyport
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
  const [systemd] = blocks('systemd')
  const [caddy] = blocks('caddy')
  const [users, programs, database, keys, names, migrate, app] = blocks('deploy')
  const [configureCaddy, restartCaddy] = (caddy ?? '').split('\n')
  const parts = [
    ['The machine', machine],
    ['Node, unless one that is new enough is there', unlessThere(node)],
    ['Postgres', 'if [ ! -d /run/systemd/system ]; then service postgresql start; fi'],
    ['1. Users', users],
    ['2. The programs', programs],
    ['3. The database', `${waitForPostgres}\n${unlessMade}${database}`],
    ['4. Keys and settings', [keys, names, migrate].join('\n')],
    [
      '5. Start, and TLS',
      [
        configureCaddy,
        `if [ -n "\${AUTH_TLS:-}" ]; then sed -i "1a tls $AUTH_TLS" /etc/caddy/Caddyfile; fi`,
        'if [ -d /run/systemd/system ]; then',
        ...indent(systemd.split('\n').filter((line) => !line.startsWith('journalctl'))),
        ...indent([restartCaddy]),
        'else',
        ...indent([
          'npm run serve -- --settings /etc/sallyport > /var/log/sallyport.log 2>&1 &',
          'caddy run --config /etc/caddy/Caddyfile --adapter caddyfile > /var/log/caddy.log 2>&1 &',
        ]),
        'fi',
        'waited=0',
        'until curl --silent --fail --output /dev/null http://127.0.0.1:4400/readyz; do',
        '  waited=$((waited + 1))',
        '  if [ "$waited" -gt 60 ]; then',
        "    echo 'The API did not start within a minute: see journalctl -u sallyport-api, or /var/log/sallyport.log without systemd.' >&2",
        '    exit 1',
        '  fi',
        '  sleep 1',
        'done',
      ].join('\n'),
    ],
    ['6. The first app', app],
  ]
  const body = parts.map(([title, text]) => `# ${title}\n${text}`).join('\n\n')
  return `${head}\n${Object.entries(given).reduce((text, [example, variable]) => text.replaceAll(example, variable), body)}\n`
}

const waitForPostgres = `for attempt in $(seq 30); do
  runuser -u postgres -- psql -qc 'select 1' > /dev/null 2>&1 && break
  sleep 1
done`

/** The page's command creates a database: this begins its line. */
const unlessMade =
  "runuser -u postgres -- psql -Atc \"select 'there' from pg_database where datname = 'sallyport'\" | grep -q there ||\n  "

function unlessThere(node) {
  const isNew =
    'node -e \'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)\' 2> /dev/null'
  return [`if ! ${isNew}; then`, ...indent(node.split('\n')), 'fi'].join('\n')
}

function indent(lines) {
  return lines.map((line) => `  ${line}`)
}
