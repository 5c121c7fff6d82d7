import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { getConfig } from 'app-builder-lib/out/util/config/config.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryRoot, spawnTool } from '../run/spawn-tool.ts';

/**
 * What a packaged application holds, with a stand-in for Electron itself (files of its names, nothing in them), so that nothing is
 * downloaded: the archive is the real one.
 */
const standIn = [
  'electron',
  'chrome-sandbox',
  'chrome_crashpad_handler',
  'version',
  'LICENSE',
  'LICENSES.chromium.html',
  'locales/en-US.pak',
];

let folder: string;
let archive: string;
let packed: readonly string[];

async function makeStandIn(place: string): Promise<void> {
  await mkdir(path.join(place, 'locales'), { recursive: true });
  await mkdir(path.join(place, 'resources'));
  for (const name of standIn) {
    await writeFile(path.join(place, name), '');
    await chmod(path.join(place, name), 0o755);
  }
}

/** Our own configuration, with its outcome elsewhere; the fuses are bits of the real binary, so the stand-in has none. */
async function writeConfig(file: string, electronDist: string): Promise<void> {
  const config = await getConfig(repositoryRoot, path.join(repositoryRoot, 'electron-builder.yml'), null);
  const { electronFuses: _fuses, ...rest } = config;
  const changed = {
    ...rest,
    electronDist,
    publish: { provider: 'generic' as const, url: 'https://updates.example.org/tandem' },
    directories: { ...config.directories, output: path.join(folder, 'release') },
  };
  await writeFile(file, JSON.stringify(changed));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-packaging-'));
  const electronDist = path.join(folder, 'electron');
  await makeStandIn(electronDist);
  await writeConfig(path.join(folder, 'config.json'), electronDist);
  const build = await spawnTool({ command: ['node', 'build.ts'], echo: false });
  expect(build, build.output).toMatchObject({ code: 0 });
  const command = ['electron-builder', '--dir', '--publish', 'never', '--config', path.join(folder, 'config.json')];
  const packaging = await spawnTool({ command: [...command, '--linux', '--x64'], echo: false });
  expect(packaging, packaging.output).toMatchObject({ code: 0 });
  archive = path.join(folder, 'release/linux-unpacked/resources/app.asar');
  packed = listPackage(archive, { isPack: false });
}, 240_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the packaged application', () => {
  test.each([
    '/package.json',
    '/dist/main/main.js',
    '/dist/main/engine/adapters/node-file-system/digest-worker.js',
    '/dist/main/engine/adapters/node-file-system/walk-worker.js',
    '/dist/main/engine/adapters/worker-hash-pool/hash-worker.js',
    '/dist/service/cli.js',
    '/dist/preload/bridge.cjs',
    '/dist/renderer/index.html',
    '/assets/icons/256x256.png',
    '/assets/tray/in-sync-dark@2x.png',
    '/node_modules/client-zip/package.json',
    '/node_modules/electron-updater/package.json',
    '/node_modules/better-sqlite3/prebuilds/linux-x64.node',
    '/node_modules/keytar/prebuilds/linux-x64/keytar.node',
  ])('holds %s', (file) => {
    expect(packed).toContain(file);
  });

  test('knows the feed that it was built with', async () => {
    const feed = await readFile(path.join(folder, 'release/linux-unpacked/resources/app-update.yml'), 'utf8');
    expect(feed).toContain('provider: generic');
    expect(feed).toContain('url: https://updates.example.org/tandem');
  });

  test('holds nothing of the sources, the tests, or other platforms', () => {
    const strangers = packed.filter(
      (file) =>
        /^\/(test|main|service|contract|renderer|preload|bin)(\/|$)/.test(file) ||
        (!file.startsWith('/node_modules/') && file.endsWith('.ts')) ||
        (file.endsWith('.node') && !file.includes('linux-x64')),
    );
    expect(strangers).toEqual([]);
  });

  test('holds of the service only what the private one on this computer needs', () => {
    const strangers = /^\/node_modules\/(@aws|@aws-sdk|@aws-crypto|@smithy|pg|pg-[^/]+|postgres-[^/]+)(\/|$)|blob-s3/;
    expect(packed.filter((file) => strangers.test(file))).toEqual([]);
  });

  test('holds everything that its own files import, but for the drivers of what is not packed', () => {
    const names = new Set(packed);
    const missing = packed
      .filter((file) => file.startsWith('/dist/') && file.endsWith('.js') && !file.startsWith('/dist/renderer/'))
      .flatMap((file) => importsOf(extractFile(archive, file.slice(1)).toString(), file))
      .filter(({ target }) => !names.has(target));
    const drivers = /postgres-database\.js$|event-signal-postgres\.js$|open-blob-s3\.js$/;
    expect(missing.filter(({ target }) => !drivers.test(target))).toEqual([]);
  });
});

/** What a built file imports: the file of its own, or the folder of the package. */
function importsOf(code: string, file: string): { readonly file: string; readonly target: string }[] {
  const named =
    /(?:^|\n)(?:import|export)\s[^'"]*?from\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|(?:^|\n)import\s*["']([^"']+)["']/g;
  return [...code.matchAll(named)]
    .map(([, a, b, c]) => a ?? b ?? c ?? '')
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name) && name !== 'electron')
    .map((name) => {
      if (name.startsWith('.')) return { file, target: path.posix.join(path.posix.dirname(file), name) };
      const parts = name.split('/');
      return { file, target: `/node_modules/${parts.slice(0, name.startsWith('@') ? 2 : 1).join('/')}` };
    });
}
