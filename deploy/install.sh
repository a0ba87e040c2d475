#!/bin/sh
# Installs Sallyport on an empty Debian 12: the commands of docs/operate/deploy.md, written by scripts/print-install.mjs.
set -eu
# "su" without a dash leaves these out.
export PATH="$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin"

RELEASE=${RELEASE:-v0.1.0}
for name in AUTH_NAME MAIL_URL MAIL_FROM VAULT_MAIL_URL VAULT_MAIL_FROM APP_NAME APP_ORIGIN; do
  eval "value=\${$name:-}"
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

step 'The machine'
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends git curl ca-certificates openssl xz-utils iproute2 postgresql caddy
for port in 80 443 4400 4410; do
  user=$(ss -Hltnp "sport = :$port" | head -n 1)
  [ -n "$user" ] || continue
  user=$(echo "$user" | sed -n 's/.*users:(("\([^"]*\)",pid=\([0-9]*\).*/\1 (process \2)/p')
  # Of a run before this one, or started by its package.
  case "$user" in caddy* | node*) continue ;; esac
  echo "Port $port is in use by ${user:-another program}. Stop that program, or give it another port." >&2
  exit 1
done

step 'Node, unless one that is new enough is there'
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2> /dev/null; then
  version=v22.23.3
  name=node-$version-linux-$(dpkg --print-architecture | sed 's/amd64/x64/')
  cd /tmp
  curl --fail --silent --show-error --remote-name https://nodejs.org/dist/$version/$name.tar.xz
  curl --fail --silent --show-error https://nodejs.org/dist/$version/SHASUMS256.txt | grep " $name.tar.xz$" | sha256sum --check
  tar --extract --file $name.tar.xz --directory /usr/local --strip-components 1
  ln --symbolic --force /usr/local/bin/node /usr/bin/node
  rm $name.tar.xz
fi

step 'Postgres'
if [ ! -d /run/systemd/system ]; then service postgresql start; fi

step '1. Users'
groupadd --system --force sallyport
for user in sallyport_api sallyport_api_owner sallyport_vault sallyport_pages; do
  id $user >/dev/null 2>&1 || useradd --system --no-create-home --shell /usr/sbin/nologin $user
done
usermod -aG sallyport sallyport_api
usermod -aG sallyport sallyport_vault
usermod -aG sallyport sallyport_pages

step '2. The programs'
if [ "$(cat $state/programs 2> /dev/null)" != "$RELEASE" ]; then
  # Of a run that was not completed, or of another release.
  rm -rf /opt/sallyport
  git clone --quiet --depth 1 --branch "$RELEASE" https://github.com/sallyport/sallyport.git /opt/sallyport
  cd /opt/sallyport
  npm ci --omit=dev --include-workspace-root --workspace apps/server --workspace apps/vault --workspace apps/signer --workspace apps/pages --workspace apps/frame
  install -d -m 711 /etc/sallyport
  [ -s /etc/sallyport/release.key ] || (umask 377; openssl genpkey -algorithm ed25519 -out /etc/sallyport/release.key)
  SALLYPORT_RELEASE_KEY_FILE=/etc/sallyport/release.key npm run -s build:production | grep ^SALLYPORT_PAGES_RELEASE_KEY= > /etc/sallyport/release.pub
  echo "$RELEASE" > $state/programs
fi

step '3. The database'
for attempt in $(seq 30); do
  runuser -u postgres -- psql -qc 'select 1' > /dev/null 2>&1 && break
  sleep 1
done
cd /opt/sallyport
runuser -u postgres -- psql -Atc "select 'there' from pg_database where datname = 'sallyport'" | grep -q there ||
  runuser -u postgres -- psql -c 'create database sallyport'
echo '{}' | SALLYPORT_ADMIN_DATABASE_URL=postgres://postgres@%2Fvar%2Frun%2Fpostgresql/sallyport runuser -u postgres -- npm run -s create-roles

step '4. Keys and settings'
cd /opt/sallyport
cp deploy/api.env deploy/vault.env deploy/pages.env /etc/sallyport/
cat /etc/sallyport/release.pub >> /etc/sallyport/pages.env
sed -i "s/auth.example.com/$AUTH_NAME/; s/login@example.com/$MAIL_FROM/" /etc/sallyport/api.env /etc/sallyport/pages.env
sed -i "s/wallet@example.com/$VAULT_MAIL_FROM/" /etc/sallyport/vault.env
for key in api token vault; do
  [ -s /etc/sallyport/$key.kek ] || (umask 377; openssl rand -base64 32 > /etc/sallyport/$key.kek)
done
(umask 377; echo "$MAIL_URL" > /etc/sallyport/smtp.url)
(umask 377; echo "$VAULT_MAIL_URL" > /etc/sallyport/vault-smtp.url)
chown sallyport_api /etc/sallyport/api.kek /etc/sallyport/token.kek /etc/sallyport/smtp.url
chown sallyport_vault /etc/sallyport/vault.kek /etc/sallyport/vault-smtp.url
install -m 755 deploy/sallyport-as /usr/local/bin/sallyport-as
sallyport-as owner npm run -s migrate

step '5. Start, and TLS'
sed "s/auth.example.com/$AUTH_NAME/" /opt/sallyport/deploy/Caddyfile > /etc/caddy/Caddyfile
if [ -n "${AUTH_TLS:-}" ]; then sed -i "1a tls $AUTH_TLS" /etc/caddy/Caddyfile; fi
if [ -d /run/systemd/system ]; then
  cd /opt/sallyport
  cp deploy/sallyport-vault.service deploy/sallyport-api.service deploy/sallyport-pages.service /etc/systemd/system/
  systemctl daemon-reload
  systemctl enable sallyport-vault sallyport-api sallyport-pages
  systemctl restart sallyport-vault sallyport-api sallyport-pages
  systemctl restart caddy
  log="journalctl -u sallyport-api -n 5 --no-pager"
else
  cd /opt/sallyport
  for process in $(cat $state/processes 2> /dev/null); do kill "$process" 2> /dev/null || true; done
  for attempt in $(seq 30); do [ -z "$(ss -Hltn "( sport = :4400 or sport = :443 )")" ] && break; sleep 1; done
  npm run serve -- --settings /etc/sallyport > /var/log/sallyport.log 2>&1 &
  echo $! > $state/processes
  caddy run --config /etc/caddy/Caddyfile --adapter caddyfile > /var/log/caddy.log 2>&1 &
  echo $! >> $state/processes
  log="tail -n 5 /var/log/sallyport.log"
fi
waited=0
until curl --silent --fail --output /dev/null http://127.0.0.1:4400/readyz; do
  waited=$((waited + 1))
  if [ "$waited" -gt 60 ]; then
    echo 'The API did not start within a minute. Its last lines:' >&2
    $log >&2
    exit 1
  fi
  sleep 1
done
curl --silent --insecure --retry 5 --retry-delay 2 --retry-all-errors --resolve "$AUTH_NAME:443:127.0.0.1" --output /dev/null "https://$AUTH_NAME/readyz" ||
  echo "https://$AUTH_NAME does not answer yet: Caddy writes why to its log (journalctl -u caddy, or /var/log/caddy.log without systemd)." >&2

step '6. The first app'
echo "{\"name\":\"$APP_NAME\",\"environment\":\"production\",\"settings\":{\"allowed_domains\":[\"$APP_ORIGIN\"]}}" |
  sallyport-as api npm run -s provision-app
touch $state/finished
