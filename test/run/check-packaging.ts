/** Checks `electron-builder.yml` against electron-builder's own schema, and that the files it names are there, without a download. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { repositoryRoot } from './spawn-tool.ts';

const config = await getConfig(repositoryRoot, path.join(repositoryRoot, 'electron-builder.yml'), null);
await validateConfiguration(config, new DebugLogger(false));
const { mac, win, linux } = config;
for (const file of [mac?.icon, mac?.entitlements, mac?.entitlementsInherit, win?.icon, linux?.icon]) {
  if (typeof file !== 'string') throw new Error('electron-builder.yml: an icon or the entitlements are not named');
  await access(path.join(repositoryRoot, file));
}
console.log('electron-builder.yml: valid');
