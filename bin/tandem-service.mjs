#!/usr/bin/env node
import { requireNode24 } from './require-node-24.mjs';

if (requireNode24('tandem-service')) {
  const { keepCompiledSources } = await import('./compile-cache.mjs');
  keepCompiledSources();
  await import('../service/cli.ts');
}
