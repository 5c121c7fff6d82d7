# No install script runs (.npmrc) but this one: the package `node` fetches the Node 24 that every npm script uses.
if ! [ -x node_modules/node/bin/node ] && ! [ -x node_modules/node/bin/node.exe ]; then
  npm rebuild node --ignore-scripts=false
fi
