#!/bin/sh
# Makes what three database machines need: settings of etcd and Patroni, certificates, and passwords that nobody has
# seen. See "High availability with PostgreSQL and Patroni" in docs/book/hosting.md. Run it once, on a machine that you
# trust:
#
#   sh database-machines.sh --debian 12 --into machines 10.0.0.1 10.0.0.2 10.0.0.3
#
# machines/db1, db2 and db3 are for one machine each, machines/site for those of the site. What is in machines/secret
# makes further certificates: keep it away from all of them.
set -eu
umask 077

here=$(dirname "$0")
debian=12
into=
while [ $# -gt 0 ]; do
    case "$1" in
        --debian) debian=$2; shift 2 ;;
        --into) into=$2; shift 2 ;;
        --*) echo "what is $1?" >&2; exit 2 ;;
        *) break ;;
    esac
done
if [ -z "$into" ] || [ $# -ne 3 ]; then
    echo "usage: database-machines.sh --debian 12|13 --into FOLDER ADDRESS ADDRESS ADDRESS" >&2
    exit 2
fi
if [ -e "$into" ]; then
    echo "$into is there already: its passwords are in use" >&2
    exit 1
fi
# With Debian 12's Patroni 3.0, a primary that was suspended can take the leader's key from its successor by the newer
# interface of etcd, so the older one is used there. It has no passwords here: who has a certificate is let in.
case "$debian" in
    12) version=15 interface=etcd v2=true ttl=8 ;;
    13) version=17 interface=etcd3 v2=false ttl=20 ;;
    *) echo "for Debian 12 or 13" >&2; exit 2 ;;
esac

mkdir -p "$into/secret" "$into/site"
password() { openssl rand -hex 24; }
superuser=$(password)
replicator=$(password)
rewind=$(password)
rest=$(password)
etcd=$(password)
site=$(password)

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=brickwood databases" \
    -keyout "$into/secret/ca.key" -out "$into/secret/ca.crt" 2>/dev/null

# A key and a certificate for a name and an address, which stand beside the subject: etcd lets nobody use a password
# whose certificate has a CN. The arguments are the folder, the name and the address.
certificate() {
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/O=brickwood" \
        -keyout "$1/$2.key" -out "$1/$2.csr" 2>/dev/null
    {
        echo "basicConstraints=CA:FALSE"
        echo "extendedKeyUsage=serverAuth,clientAuth"
        echo "subjectAltName=DNS:$2,IP:$3,DNS:localhost,IP:127.0.0.1"
    } > "$1/$2.ext"
    openssl x509 -req -in "$1/$2.csr" -CA "$into/secret/ca.crt" -CAkey "$into/secret/ca.key" -CAcreateserial \
        -days 1825 -extfile "$1/$2.ext" -out "$1/$2.crt" 2>/dev/null
    rm "$1/$2.csr" "$1/$2.ext"
    cp "$into/secret/ca.crt" "$1/ca.crt"
}

# What stands for what, in a file: arguments of programs can be seen by others.
for place in "ONE=$1" "TWO=$2" "THREE=$3" "VERSION=$version" "INTERFACE=$interface" "V2=$v2" "TTL=$ttl" \
    "NETWORK=${1%.*}.0/24" "SUPERUSER=$superuser" "REPLICATOR=$replicator" "REWIND=$rewind" "REST=$rest" "ETCD=$etcd"; do
    echo "s|@${place%%=*}@|${place#*=}|g"
done > "$into/secret/places"
case "$interface" in
    etcd) echo '/@V3@/d' ;;
    *) echo 's/ *# @V3@$//' ;;
esac >> "$into/secret/places"

number=1
for address in "$@"; do
    name="db$number"
    number=$((number + 1))
    mkdir "$into/$name"
    certificate "$into/$name" "$name" "$address"
    for file in etcd.conf patroni.yml; do
        sed -e "s|@NAME@|$name|g" -e "s|@ADDRESS@|$address|g" -f "$into/secret/places" "$here/$file" \
            > "$into/$name/$file"
        if grep -n '@[A-Z0-9]*@\|change-me' "$into/$name/$file" >&2; then
            echo "$file: these places are not filled" >&2
            exit 1
        fi
    done
done
rm "$into/secret/places"

# What is done once, when all three run. The passwords are read from files, so that `ps` shows none.
{
    echo "CREATE ROLE brickwood LOGIN PASSWORD '$site';"
    echo "CREATE DATABASE brickwood OWNER brickwood ENCODING 'UTF8' TEMPLATE template0;"
} > "$into/db1/create.sql"
printf '%s\n%s\n' "$etcd" "$etcd" > "$into/db1/etcd.password"
cp "$into/secret/ca.crt" "$into/site/ca.crt"
echo "BRICKWOOD_DATABASE=postgres://brickwood:$site@$1:5432,$2:5432,$3:5432/brickwood?target_session_attrs=read-write&sslmode=verify-full&sslrootcert=/etc/brickwood/ca.crt" \
    > "$into/site/brickwood.env"
echo "the files of db1, db2, db3 and the site are in $into"
