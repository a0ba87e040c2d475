/* What deploy/install.sh has around the commands of the guide. */

/** By name, since the proxy or the API would only say that the address is in use. */
export const checkPorts = `for port in 80 443 4400 4410; do
  user=$(ss -Hltnp "sport = :$port" | head -n 1)
  [ -n "$user" ] || continue
  user=$(echo "$user" | sed -n 's/.*users:(("\\([^"]*\\)",pid=\\([0-9]*\\).*/\\1 (process \\2)/p')
  # Of a run before this one, or started by its package.
  case "$user" in caddy* | node*) continue ;; esac
  echo "Port $port is in use by \${user:-another program}. Stop that program, or give it another port." >&2
  exit 1
done`

export const waitForPostgres = `for attempt in $(seq 30); do
  runuser -u postgres -- psql -qc 'select 1' > /dev/null 2>&1 && break
  sleep 1
done`

/** The page's command creates a database: this begins its line. */
export const unlessMade =
  "runuser -u postgres -- psql -Atc \"select 'there' from pg_database where datname = 'sallyport'\" | grep -q there ||\n  runuser"

export function unlessThere(node) {
  const isNew =
    'node -e \'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)\' 2> /dev/null'
  return [`if ! ${isNew}; then`, ...indent(node.split('\n')), 'fi'].join('\n')
}

/** Downloading and building is most of the time. */
export function unlessBuilt(programs) {
  return [
    'if [ "$(cat $state/programs 2> /dev/null)" != "$RELEASE" ]; then',
    '  # Of a run that was not completed, or of another release.',
    '  rm -rf /opt/sallyport',
    ...indent(programs.split('\n')),
    '  echo "$RELEASE" > $state/programs',
    'fi',
  ].join('\n')
}

export function start({ caddy, systemd }) {
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
