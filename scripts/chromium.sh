#!/bin/bash
# Playwright's executablePath: Chromium with storage partitioning left on. Playwright turns it off, and Chromium then
# gives a cross-site frame no storage at all.
real="${CHROMIUM_REAL:-}"
for candidate in /usr/lib/chromium/chromium /usr/lib/chromium-browser/chromium-browser /opt/google/chrome/chrome \
  "$(command -v chromium)" "$(command -v chromium-browser)" "$(command -v google-chrome)"; do
  [ -z "$real" ] && [ -x "$candidate" ] && real="$candidate"
done
if [ -z "$real" ]; then
  echo "No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_REAL to its path." >&2
  exit 1
fi
args=()
for arg in "$@"; do
  case "$arg" in
    --disable-features=*)
      arg="${arg//ThirdPartyStoragePartitioning,/}"
      arg="${arg//,ThirdPartyStoragePartitioning/}"
      # Each window would load two pages for suggestions in an address bar that no test has.
      arg="$arg,WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI"
      ;;
  esac
  args+=("$arg")
done
exec "$real" "${args[@]}"
