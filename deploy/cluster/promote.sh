#!/bin/sh
# promote.sh HOST PORT [PGBOUNCER_INI] [PGBOUNCER_URL]: makes the standby at HOST:PORT the primary and points PgBouncer at it.
# Make sure first that the old primary is off and stays off. Set PGUSER and PGPASSWORD to a superuser of PostgreSQL. The new primary waits
# for no standby: build a new one before you set synchronous_standby_names again.
set -eu
[ $# -ge 2 ] || { echo "usage: promote.sh HOST PORT [PGBOUNCER_INI] [PGBOUNCER_URL]" >&2; exit 2; }
host=$1
port=$2
ini=${3:-/etc/pgbouncer/pgbouncer.ini}
pooler=${4:-postgres://pgbouncer@10.0.0.20:6432/pgbouncer}
name=$(sed -n 's/^tandem = .*dbname=\([^ ]*\).*/\1/p' "$ini")
[ -n "$name" ] || { echo "promote.sh: $ini has no line \"tandem = ... dbname=NAME\"" >&2; exit 1; }

ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "host=$host port=$port dbname=$name" --command "$1"; }

# A standby that was a copy of the primary also has its setting, and would wait for a standby that does not exist.
[ "$(ask "select case when pg_is_in_recovery() then pg_promote(true, 60) else true end")" = t ] \
  || { echo "promote.sh: $host:$port did not become the primary within 60 s" >&2; exit 1; }
ask "alter system set synchronous_standby_names = ''" >/dev/null
ask "select pg_reload_conf()" >/dev/null

sed -i "s/^\(tandem = \)host=[^ ]* port=[^ ]*/\1host=$host port=$port/" "$ini"
psql --no-psqlrc --quiet "$pooler" --command "reload" >/dev/null
echo "$host:$port is the primary"
