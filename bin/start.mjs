import { requireNode24 } from './require-node-24.mjs';

if (requireNode24('tandem')) {
  const { keepCompiledSources } = await import('./compile-cache.mjs');
  keepCompiledSources();
  const { programModule } = await import('./program.mjs');
  await import(programModule('start', 'main/start.ts'));
}
