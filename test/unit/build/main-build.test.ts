import { build } from 'vite';
import { expect, test } from 'vitest';
import { isExternal } from '../../../build/main-build.ts';

/** Modules as they are named on Windows, in the order in which they import each other. */
const modules: Readonly<Record<string, string>> = {
  'C:/app/main/main.ts': `import { shown } from './shell/window.ts'; import ws from 'ws'; shown(ws);`,
  'C:/app/main/shell/window.ts': `import path from 'node:path'; import { watch } from 'chokidar'; export const shown = (x) => [path, watch, x];`,
  'C:/app/node_modules/chokidar/index.js': `import { watch as onDisk } from 'node:fs'; export const watch = onDisk;`,
  'C:/app/main/disk/disk.ts': `export const watch = 1;`,
};

const resolved = (id: string, importer: string | undefined): string | null => {
  if (id in modules) return id;
  if (id === 'chokidar') return 'C:/app/node_modules/chokidar/index.js';
  if (importer?.includes('/chokidar/') === true && id === 'node:fs') return 'C:/app/main/disk/disk.ts';
  return id.startsWith('.') && importer !== undefined ? new URL(id, `file:///${importer}`).pathname.slice(1) : null;
};

test('on Windows the sources are built in and only packages are imported', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'windows', enforce: 'pre', resolveId: resolved, load: (id) => modules[id] ?? null }],
    ssr: { noExternal: ['chokidar', 'readdirp'] },
    build: {
      write: false,
      minify: false,
      ssr: true,
      rolldownOptions: { input: ['C:/app/main/main.ts'], external: isExternal },
    },
  });
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const imports = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []));
  expect(imports.filter((name) => !name.endsWith('.js')).sort()).toEqual(['node:path', 'ws']);
});

test.each([
  ['ws', true],
  ['@fastify/static', true],
  ['node:path', true],
  ['electron', true],
  ['./window.ts', false],
  ['/app/main/main.ts', false],
  ['C:/app/main/main.ts', false],
  ['C:\\app\\main\\main.ts', false],
  ['\0rolldown/runtime', false],
  ['chokidar', false],
])('%j is left to the program: %s', (id, external) => {
  expect(isExternal(id)).toBe(external);
});
