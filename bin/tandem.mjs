#!/usr/bin/env node
import { requireNode24 } from './require-node-24.mjs';

if (requireNode24('tandem')) {
  const { keepCompiledSources } = await import('./compile-cache.mjs');
  keepCompiledSources();
  // Reading the rest makes more garbage than most commands, and what the heap has grown to stays.
  const { keepHeapSmallFor } = await import('../main/small-heap.ts');
  keepHeapSmallFor(process.argv[2]);
  const { programModule } = await import('./program.mjs');
  await import(programModule('tandem', 'main/cli.ts'));
}
