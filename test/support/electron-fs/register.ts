import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { changeForArchives } from './changed-fs.ts';

/** Preloaded with `node --import`: replaces the file system with Electron's, where `node:fs` understands archives and `original-fs` is Node's own. */
const original = { ...fs, promises: { ...fs.promises } };
Reflect.set(globalThis, Symbol.for('original-fs'), {
  ...original,
  createReadStream: (path: string, options: object) => fs.createReadStream(path, { ...options, fs: original }),
});
changeForArchives(fs);
syncBuiltinESMExports();
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '45.4.1' } });

const originalUrl = new URL('original-fs.cjs', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'original-fs'
      ? { url: originalUrl, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});
