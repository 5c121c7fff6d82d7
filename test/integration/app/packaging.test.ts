import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { createPackage, extractFile, listPackage } from '@electron/asar';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { groupedFiles, packedFiles, sizeTable } from '../../../build/sizes.ts';
import { privatePlace } from '../../../main/account/account-record.ts';
import { findPlaces } from '../../../main/account/places.ts';
import { connectControlSocket } from '../../../main/ipc/control-socket.ts';
import { controlSocket } from '../../../main/private/private-socket-path.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { type PackagedApp, packageApp } from '../../support/desktop/packaged-app.ts';
import { runPreload } from '../../support/desktop/preload-double.ts';
import { startDesktop } from '../../support/desktop/started-desktop.ts';
import { newToken } from '../../support/desktop/started-tandem.ts';
import { webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';

/** Checks the contents of a packaged application and that it runs: everything but the Electron binary is real. */
let folder: string;
let app: PackagedApp;
let packed: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-packaging-'));
  app = await packageApp(folder);
  packed = listPackage(app.archive, { isPack: false });
}, 240_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the packaged application', () => {
  test.each([
    '/package.json',
    '/dist/main/main.js',
    '/dist/main/engine/adapters/node-file-system/staging/digest-worker.js',
    '/dist/main/engine/adapters/node-file-system/walk/walk-worker.js',
    '/dist/main/engine/adapters/worker-hash-pool/hash-worker.js',
    '/dist/main/engine/store/database/threads/checkpoint-worker.js',
    '/dist/main/engine/store/database/threads/integrity-worker.js',
    '/dist/service/cli.js',
    '/dist/service/adapters/text-extractor/text-worker.js',
    '/node_modules/@hyzyla/pdfium/dist/pdfium.wasm',
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

  test('keeps every library that the system loads outside of the archive', async () => {
    const unpacked = `${app.archive}.unpacked`;
    const libraries = (await readdir(unpacked, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && isLibrary(entry.name))
      .map((entry) => `/${path.relative(unpacked, path.join(entry.parentPath, entry.name))}`);
    expect(libraries.sort()).toEqual(packed.filter(isLibrary).sort());
    expect(libraries).toEqual([
      '/node_modules/@node-rs/argon2-linux-x64-gnu/argon2.linux-x64-gnu.node',
      '/node_modules/better-sqlite3/prebuilds/linux-x64.node',
      '/node_modules/keytar/prebuilds/linux-x64/keytar.node',
    ]);
  });

  test('knows the feed that it was built with', async () => {
    const feed = await readFile(path.join(app.resources, 'app-update.yml'), 'utf8');
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

  test('holds a production window, whatever NODE_ENV says to the build', () => {
    // A build for developers has longer messages, and is slower.
    expect(process.env['NODE_ENV']).not.toBe('production');
    const scripts = packed.filter((file) => /^.dist.renderer.assets.*\.js$/.test(file));
    expect(scripts.length).toBeGreaterThan(5);
    const forDevelopers = scripts.filter((file) =>
      extractFile(app.archive, file.slice(1)).includes('Query data cannot be undefined'),
    );
    expect(forDevelopers).toEqual([]);
  });

  test('holds nothing of packages that only their makers use', () => {
    const strangers = packed.filter((file) => {
      const inPackage = /^\/node_modules\/(?:@[^/]+\/)?[^/]+\/(.*)$/.exec(file)?.[1] ?? '';
      return /\.([mc]?ts|md|h|cc|cpp|gyp|map)$|(^|\/)(tests?|docs|__tests__|benchmarks?|examples?|\.github)(\/|$)/.test(
        inPackage,
      );
    });
    expect(strangers).toEqual([]);
    const twins =
      /^\/node_modules\/((zod|sharp)\/.*\.cjs|zod\/v3|(glob|minimatch|path-scurry|lru-cache|minipass)\/dist\/esm)$/;
    expect(packed.filter((file) => twins.test(file))).toEqual([]);
    const builtIn = /^\/node_modules\/(chokidar|readdirp|node-addon-api)(\/|$)/;
    expect(packed.filter((file) => builtIn.test(file))).toEqual([]);
  });

  test('keeps within its size: growth is reviewed before it ships', () => {
    const all = groupedFiles(packedFiles(app.resources));
    const sum = (of: 'inArchive' | 'beside'): number => all.reduce((bytes, group) => bytes + group[of], 0);
    // 4.3 MB of it are PDFium.
    expect(sum('inArchive')).toBeLessThan(19_500_000);
    expect(sum('beside')).toBeLessThan(4_000_000);
    const [head, largest] = sizeTable(all);
    expect([head, largest]).toEqual([
      expect.stringMatching(/^what +files +in app.asar +beside it$/),
      expect.stringMatching(/^@hyzyla\/pdfium +\d+ +\d+ kB +0 kB$/),
    ]);
  });

  test('holds of the service only what the private one on this computer needs', () => {
    const strangers = /^\/node_modules\/(@aws|@aws-sdk|@aws-crypto|@smithy|pg|pg-[^/]+|postgres-[^/]+)(\/|$)|blob-s3/;
    expect(packed.filter((file) => strangers.test(file))).toEqual([]);
  });

  test('holds all packages that the updater needs, which is loaded only in an installed application', () => {
    const names = new Set(packed);
    const needed = new Set(['electron-updater']);
    for (const name of needed) {
      const file = `/node_modules/${name}/package.json`;
      expect(names).toContain(file);
      const { dependencies = {} } = Dependent.parse(JSON.parse(extractFile(app.archive, file.slice(1)).toString()));
      for (const dependency of Object.keys(dependencies)) needed.add(dependency);
    }
    expect(needed.size).toBeGreaterThan(5);
  });

  test('holds everything that its own files import, except drivers that are not packed', () => {
    const names = new Set(packed);
    const missing = packed
      .filter((file) => file.startsWith('/dist/') && file.endsWith('.js') && !file.startsWith('/dist/renderer/'))
      .flatMap((file) => importsOf(extractFile(app.archive, file.slice(1)).toString(), file))
      .filter(({ target }) => !names.has(target));
    const unpacked = /postgres-database\.js$|event-signal\/(?:postgres|nats)-signal\.js$|open-blob-s3\.js$/;
    expect(missing.filter(({ target }) => !unpacked.test(target))).toEqual([]);
  });
});

test('the packaged application starts outside of the repository, syncs with its private service, and quits cleanly', async () => {
  const home = path.join(folder, 'home');
  await mkdir(home);
  // The key of an application that looks for updates.
  await writeFile(path.join(app.resources, 'update-key.pem'), 'a key');
  const places = findPlaces({ env: { TANDEM_HOME: home }, platform: process.platform, home, exists: existsSync });
  const started = startDesktop(home, [], {
    program: path.join(app.extracted, 'dist/main/main.js'),
    resources: app.resources,
  });
  await eventually('its window is open', async () => (await started.look()).windows.length > 0);
  expect((await started.look()).windows).toEqual([['tandem-window://app/#/']]);
  expect(await started.page('/')).toMatchObject({ status: 200, text: expect.stringContaining('<title>Tandem') });
  const control = await connectControlSocket(controlSocket(places.state));
  expect(await control?.call('account.get', {})).toMatchObject({ ok: true, value: { kind: 'none' } });
  control?.close();
  // It may hold the note of the deb or rpm that was built beside it, and would install that.
  expect(await started.call('update.get', {})).toMatchObject({ state: 'off' });

  await started.call('account.startPrivate', {});
  await started.call('root.add', { localPath: places.syncFolder, remoteId: '0', create: true });
  const bytes = Buffer.alloc(3 * 1024 * 1024, 7);
  await writeFile(path.join(places.syncFolder, 'hashed by a worker.bin'), bytes);
  await createPackage(path.join(app.extracted, 'assets'), path.join(places.syncFolder, 'archive.asar'));
  const service = privatePlace(places.service);
  const ann = webUser(service, await newToken(places.service, `${userInfo().username}@localhost`));
  const sent = await eventually('the file is on the service', () => ann.find('0', 'hashed by a worker.bin'));
  expect(sent).toMatchObject({ sha1: createHash('sha1').update(bytes).digest('hex') });
  expect(await eventually('the archive too', () => ann.find('0', 'archive.asar'))).toMatchObject({ type: 'file' });

  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#c81e1e' } });
  await picture.png().toFile(path.join(places.syncFolder, 'drawn.png'));
  const drawn = await eventually('the picture too', () => ann.find('0', 'drawn.png'));
  // On Linux it has the icon of its kind; drawn, it would crash the service.
  const thumbnail = await started.page(`/content/thumbnail/${drawn.id}/${drawn.sha1}`);
  expect(thumbnail.status).toBe(404);

  await started.order({ do: 'quit' });
  expect(await started.ended).toEqual({ code: 0, relaunch: null });
  await expect(ann.items('0')).rejects.toThrow();
}, 120_000);

describe('the packaged preload, in the sandbox of a window', () => {
  const preload = (answers: (channel: string, ...args: unknown[]) => unknown) =>
    runPreload(path.join(app.extracted, 'dist/preload/bridge.cjs'), answers);

  test('puts a bridge on the page that calls, and checks the answers', async () => {
    const { world } = await preload((channel, name) => {
      expect(channel).toBe('tandem:call');
      if (name === 'sync.resume') return { ok: true, value: {} };
      return 'no result at all';
    });
    const bridge = bridgeOf(world);
    expect(bridge.host).toBe('electron');
    expect(await bridge.call('sync.resume', {})).toEqual({ ok: true, value: {} });
    expect(await bridge.call('status.get', {})).toMatchObject({ ok: false, error: { code: 'bad_answer' } });
    expect(bridge.pathOf(new File([], 'a.txt'))).toBe('/home/ann/a.txt');
  });

  test('passes on the messages of a feed while there is a listener, and opens the page it is sent to', async () => {
    const { world, ipcRenderer, location } = await preload(() => null);
    const heard: unknown[] = [];
    const end = bridgeOf(world).subscribe('notice', (message) => void heard.push(message));
    const notice = { id: 'e1', kind: 'attention', title: 'One file', body: 'needs you', invitation: null };
    ipcRenderer.emit('tandem:feed', {}, 'notice', notice);
    ipcRenderer.emit('tandem:feed', {}, 'notice', { broken: true });
    end();
    ipcRenderer.emit('tandem:feed', {}, 'notice', notice);
    expect(heard).toEqual([notice]);
    expect(ipcRenderer.sent).toEqual([
      ['tandem:subscribe', 'notice'],
      ['tandem:unsubscribe', 'notice'],
    ]);
    ipcRenderer.emit('tandem:go', {}, '/activity');
    ipcRenderer.emit('tandem:go', {}, 'https://example.com/');
    expect(location.hash).toBe('/activity');
  });
});

const Dependent = z.object({ dependencies: z.record(z.string(), z.string()).optional() });

const isLibrary = (file: string): boolean => /\.(node|dylib|dll|so[.\d]*)$/.test(file);

function bridgeOf(world: ReadonlyMap<string, unknown>): TandemBridge {
  expect([...world.keys()]).toEqual(['tandem']);
  // The type is a promise to the page: the calls above check that it holds.
  return world.get('tandem') as TandemBridge;
}

/** Imports of a built file: its own file, or the folder of the package. */
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
