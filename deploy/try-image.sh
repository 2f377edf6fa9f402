#!/bin/sh
# Builds the farm's image and lets it work as the manifests say; README.md tells what is looked at.
set -eu
cd "$(dirname "$0")/.."
ENGINE=${ENGINE:-docker}
export ENGINE
"$ENGINE" build --file render-farm/Dockerfile --tag cutroom/render-farm:0.1.0 .
(cd edge-api && node build.mjs)
exec node --import tsx e2e/image/run.ts
