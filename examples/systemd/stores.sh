#!/bin/sh
# All stores of a machine, one after the other: the instances of petstock@.service, with SQLite. Each /etc/petstock/STORE.env is a store.
# Run it as root.
#
#   stores.sh list                     ask each store whether it is ready
#   stores.sh backup FOLDER            back up each store, to FOLDER/STORE-TIME.db
#   stores.sh keys NAME ROLE FOLDER    make a key for each store, in FOLDER/STORE.key with mode 600; a store that has this file keeps it
#   stores.sh upgrade EXECUTABLE       check that the new executable can migrate each store, back it up beside its database, exchange
#                                      the executable, then restart each store and wait until it is ready
#
# With --dry-run it says what it would do, and changes nothing. A store that fails does not stop the others: it is named at the end,
# and the exit code is 1. An upgrade restarts no store that is stopped, or whose check or backup has failed, and stops if neither of the
# first two stores becomes ready. The earlier executable stays as petstock.previous.
#
# Without systemd, STORES_RESTART names a program that restarts the store of its argument.

# Functions are called by `each`. shellcheck disable=SC2317
set -u

SETTINGS=${STORES_SETTINGS:-/etc/petstock}
DATA=${STORES_DATA:-/var/lib/petstock}
PETSTOCK=${STORES_PETSTOCK:-/usr/local/bin/petstock}
TIME=$(date -u +%Y-%m-%dT%H%M%SZ)
SAVED=petstock.db.before-upgrade-$TIME

# The settings of the shell that calls this script are not those of a store.
unset CDPATH DATABASE_URL DATABASE_URL_FILE PORT
for name in $(env | sed -n 's/^\(PETSTOCK_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done

say() {
  printf '%s\n' "$*"
}

die() {
  say "$@" >&2
  exit 1
}

# each WORK: calls WORK with $store set, for each store that has not failed. $failed has the names of the others, between slashes.
each() {
  total=0 succeeded=0 failures=0
  for file in "$SETTINGS"/*.env; do
    store=${file##*/} store=${store%.env}
    # The first is the pattern itself, the second belongs to petstock.service.
    case $store in '*' | petstock) continue ;; esac
    total=$((total + 1))
    case $failed in *"/$store/"*) continue ;; esac
    if said=$("$1" 2>&1); then
      succeeded=$((succeeded + 1))
      say "$said" | while IFS= read -r line; do say "$store: $line"; done
    else
      failures=$((failures + 1)) failed="$failed/$store/"
      say "$store: FAILED: $said" >&2
    fi
  done
  [ "$total" -gt 0 ] || die "stores.sh: there is no store: $SETTINGS has no STORE.env"
}

# Runs a program with the settings of $store: lines NAME=VALUE, as systemd reads them, but each on one line.
in_store() (
  case $store in *[!A-Za-z0-9:_.@\\-]*) die "no instance of a unit has this name; systemd-escape makes one of it" ;; esac
  [ -d "$DATA/$store" ] || die "there is no folder $DATA/$store: the store was never started"
  [ -r "$SETTINGS/$store.env" ] || die "$SETTINGS/$store.env cannot be read"
  export DATABASE_URL="sqlite:$DATA/$store/petstock.db"
  while read -r line || [ -n "$line" ]; do
    case $line in '#'* | ';'*) continue ;; *=*) ;; *) continue ;; esac
    value=${line#*=}
    case $value in '"'*'"' | "'"*"'") value=${value#?} value=${value%?} ;; esac
    export "${line%%=*}=$value"
  done <"$SETTINGS/$store.env"
  exec "$@"
)

ask() {
  in_store "$PETSTOCK" ready
}

back_up_to() {
  if $dry_run; then say "would be backed up to $1"; else in_store "$PETSTOCK" backup "$1"; fi
}

back_up() {
  back_up_to "$folder/$store-$TIME.db"
}

make_key() {
  key=$folder/$store.key
  [ ! -s "$key" ] || { say "keeps the key in $key" && return; }
  ! $dry_run || { say "would get the key $key_name ($role) in $key" && return; }
  # Not over a file that came in between. What is said also announces the key itself, which is in the file.
  said=$(umask 077 && set -C && in_store "$PETSTOCK" keys create --name "$key_name" --role "$role" 2>&1 >"$key") ||
    { [ -s "$key" ] || rm -f "$key" && die "$said"; }
  say "has the key $key_name ($role) in $key"
}

prepare() {
  plan=$(in_store "$executable" migrate --dry-run 2>&1) || die "$plan"
  saved=$(back_up_to "$DATA/$store/$SAVED" 2>&1) || die "$saved"
  say "$plan" && say "$saved"
}

# Copies a file over another, in one step: a running executable cannot be written to, but its name can be given to another file.
replace() {
  cp "$1" "$2.new" && chmod 755 "$2.new" && mv -f "$2.new" "$2"
}

exchange() {
  ! cmp -s "$executable" "$PETSTOCK" || { say "$PETSTOCK is this executable already." && return; }
  ! $dry_run || { say "$PETSTOCK would be exchanged; the earlier one would stay as $PETSTOCK.previous." && return; }
  { replace "$PETSTOCK" "$PETSTOCK.previous" && replace "$executable" "$PETSTOCK"; } || die "stores.sh: $PETSTOCK was not exchanged"
  say "$PETSTOCK was exchanged. To go back: mv $PETSTOCK.previous $PETSTOCK, and restart the stores."
  say "If the schema has changed, restore the $SAVED of each store before (docs/upgrading.md, Downgrading)."
}

restart() {
  ! $dry_run || { say "would be restarted" && return; }
  [ "$succeeded" -gt 0 ] || [ "$failures" -lt 2 ] || die "was not restarted, because no store before it became ready"
  if [ -n "${STORES_RESTART-}" ]; then
    "$STORES_RESTART" "$store" || return
  elif [ "$(systemctl is-active "petstock@$store")" = inactive ]; then
    say "is stopped, and stays so" && return
  else
    # After five failures systemd starts it only once they are forgotten.
    systemctl reset-failed "petstock@$store" 2>/dev/null
    systemctl restart "petstock@$store" || return
  fi
  in_store "$PETSTOCK" ready --wait 60s
}

dry_run=false outcome="done" failed=""
for argument; do
  shift
  if [ "$argument" = --dry-run ]; then dry_run=true outcome="nothing was changed"; else set -- "$@" "$argument"; fi
done
case "${1-} $#" in
  "list 1") each ask ;;
  "backup 2") folder=$(cd -- "$2" && pwd) && each back_up ;;
  "keys 4") key_name=$2 role=$3 && folder=$(cd -- "$4" && pwd) && each make_key ;;
  "upgrade 2")
    case $2 in */*) executable=$2 ;; *) executable=./$2 ;; esac
    "$executable" version >/dev/null || die "stores.sh: $2 does not run on this machine"
    each prepare
    if [ "$succeeded" -gt 0 ]; then exchange && each restart; fi
    ;;
  *) sed -n '2,/^$/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac || exit 1

say "$succeeded of $total stores: $outcome."
[ -z "$failed" ] || die "stores.sh: failed: $(say "$failed" | sed 's,^/,,; s,/$,,; s,//, ,g')"
