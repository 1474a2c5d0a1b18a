#!/bin/bash
# Replaces the programs of the handbook that need root, a network or systemd. The name of each program is a link to this
# file. This file checks that the files and accounts of a command exist, and does the work of the command in the folder
# $MACHINE. It exits with 2 if a command is unknown or something is missing.
set -euf
refuse() { echo "$(basename "$0"): $1" >&2; exit 2; }
must_be() { [ -e "$1" ] || refuse "$1 is not there"; }
must_have() { [ -e "$MACHINE/opt/asakai/cli/$1.js" ] || refuse "asakai has no $1"; }

unit="$MACHINE/etc/systemd/system/asakai.service"
of_unit() { sed -n "s/^$1=//p" "$unit"; }

start() {
  must_be "$unit"
  : > "$MACHINE/journal"
  cd "$(of_unit WorkingDirectory)"
  # shellcheck disable=SC2046 # each setting is one word
  env $(of_unit Environment) $(cat "$(of_unit EnvironmentFile)") "$(of_unit ExecStart)" >> "$MACHINE/journal" 2>&1 &
  echo $! > "$MACHINE/pid"
  until grep -q 'ready at' "$MACHINE/journal"; do
    kill -0 $! 2> /dev/null || refuse "$(cat "$MACHINE/journal")"
    sleep 0.05
  done
}

stop() {
  pid=$(cat "$MACHINE/pid")
  kill -TERM "$pid"
  while kill -0 "$pid" 2> /dev/null; do sleep 0.05; done
}

case "$(basename "$0") $*" in
  'systemctl daemon-reload' | 'systemctl reload caddy' | 'apt-get update' | 'apt-get install --yes caddy') ;;
  'systemctl enable --now asakai' | 'systemctl start asakai') start ;;
  'systemctl disable --now asakai' | 'systemctl stop asakai') stop ;;
  'systemctl restart asakai') stop; start ;;
  'journalctl --unit asakai '*) cat "$MACHINE/journal" ;;
  'useradd '*' asakai') touch "$MACHINE/account" ;;
  'userdel asakai') rm "$MACHINE/account" ;;
  'runuser -u asakai -- '*) must_be "$MACHINE/account"; shift 3; exec "$@" ;;
  'install '*)
    # If a test runs as root, the database runs as another user, who must be able to enter the folder.
    words=("${@/#700/711}")
    case " $* " in *' -g asakai '*) must_be "$MACHINE/account" ;; esac
    kept=()
    while [ ${#words[@]} -gt 0 ]; do
      case "${words[0]}" in
        -o | -g) words=("${words[@]:2}") ;;
        *) kept+=("${words[0]}"); words=("${words[@]:1}") ;;
      esac
    done
    exec /usr/bin/install "${kept[@]}"
    ;;
  'rsync -a root@asakai.example.com:'*) must_be "${2#*:}" ;;
  'kubectl apply --kustomize '*) must_be "$3/kustomization.yaml" ;;
  'docker run '*' ghcr.io/asakai/asakai:1') ;;
  'docker compose '*)
    file=compose.yaml
    shift
    while [ "$1" = --file ]; do file=$2; must_be "$file"; shift 2; done
    must_be "$file"
    verb=$1
    shift
    while case "${1-}" in --build | --detach | --rm) true ;; *) false ;; esac do shift; done
    [ -z "${1-}" ] || grep -q "^  ${1%%:*}:$" "$file" || refuse "$file has no service ${1%%:*}"
    case "$verb" in
      up | pull | stop | down | cp) ;;
      exec) [ "$2" = asakai ] || refuse "$2 is not in the container"; must_have "$3" ;;
      run) must_have "$2" ;;
      *) refuse "$verb" ;;
    esac
    ;;
  *) refuse "$*" ;;
esac
