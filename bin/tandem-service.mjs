#!/usr/bin/env node
import { requireNode24 } from './require-node-24.mjs';

if (requireNode24('tandem-service')) {
  const { keepCompiledSources } = await import('./compile-cache.mjs');
  keepCompiledSources();
  // Reading the rest makes more garbage than most commands, and what the heap has grown to stays.
  const { holdYoungHeap } = await import('../service/young-heap.ts');
  holdYoungHeap();
  const { programModule } = await import('./program.mjs');
  await import(programModule('tandem-service', 'service/cli.ts'));
}
