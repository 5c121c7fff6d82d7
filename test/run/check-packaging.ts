/** Checks `electron-builder.yml` against electron-builder's own schema, without a download. */
import path from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { repositoryRoot } from './spawn-tool.ts';

const config = await getConfig(repositoryRoot, path.join(repositoryRoot, 'electron-builder.yml'), null);
await validateConfiguration(config, new DebugLogger(false));
console.log('electron-builder.yml: valid');
