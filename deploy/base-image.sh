#!/bin/sh
# Makes node:20-bookworm-slim out of Debian's packages and this machine's own Node, for machines
# that reach a mirror of Debian but no registry of images. As root, with mmdebstrap and buildah.
set -eu
export BUILDAH_ISOLATION=chroot
archive=$(mktemp --suffix .tar)
trap 'rm -f "$archive"' EXIT
mmdebstrap --mode=root --variant=minbase --include=ca-certificates bookworm "$archive"

container=$(buildah from scratch)
buildah add "$container" "$archive" /
root=$(buildah mount "$container")
# What the image keeps is what was installed, not how it came.
echo 'DPkg::Post-Invoke { "rm -f /var/cache/apt/*.bin /var/cache/apt/archives/*.deb"; };' \
  > "$root/etc/apt/apt.conf.d/docker-clean"
# A proxy that this machine trusts is trusted while the image is built.
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
mkdir -p "$root/usr/local/lib/node_modules"
cp "$(readlink -f "$(command -v node)")" "$root/usr/local/bin/node"
cp -a "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --create-home node
buildah umount "$container"
buildah config --env PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --cmd node "$container"
buildah commit --rm "$container" docker.io/library/node:20-bookworm-slim
