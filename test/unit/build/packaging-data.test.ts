import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileMatcher } from 'app-builder-lib/out/fileMatcher.js';
import { getConfig } from 'app-builder-lib/out/util/config/config.js';
import type { Configuration } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkRelease } from '../../../build/check-release.ts';
import { nativePackagesOf } from '../../../build/native-packages.ts';
import { packagingPlan } from '../../../build/packaging-plan.ts';
import { publicKeyOf, signFeed } from '../../../build/sign-feeds.ts';
import { type FeedInfo, isSignedFeed } from '../../../main/shell/updates/signed-feed.ts';

/** What `electron-builder.yml` makes of each platform, as data: the packages themselves are built by the workflow. */
const root = path.resolve(import.meta.dirname, '../../..');
let config: Configuration;
let lock: string;
let folder: string;

beforeAll(async () => {
  config = await getConfig(root, path.join(root, 'electron-builder.yml'), null);
  lock = await readFile(path.join(root, 'package-lock.json'), 'utf8');
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-packaging-data-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Patterns as they were written, or as electron-builder gathers them. */
const patternsOf = (of: unknown): string[] =>
  (Array.isArray(of) ? of : []).flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [entry];
    const filter: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'filter') : [];
    return Array.isArray(filter) ? filter.filter((pattern) => typeof pattern === 'string') : [];
  });

/** Sharp's module and its libvips, which on Windows lies beside the module. */
const sharpFilesOf = (target: string): string[] => {
  if (target.startsWith('win32'))
    return [`@img/sharp-${target}/lib/sharp.node`, `@img/sharp-${target}/lib/libvips.dll`];
  const suffix = target.startsWith('darwin') ? 'dylib' : 'so';
  return [`@img/sharp-${target}/lib/sharp.node`, `@img/sharp-libvips-${target}/lib/libvips.${suffix}`];
};

type Target = readonly [platform: 'linux' | 'darwin' | 'win32', arch: 'x64' | 'arm64'];

/** Those of the files below `node_modules` that a package takes. */
async function packedOf(names: readonly string[], ...[platform, arch]: Target): Promise<string[]> {
  const own = { linux: config.linux, darwin: config.mac, win32: config.win }[platform];
  // Of the packages it takes all files that no pattern excludes.
  const patterns = ['**/*', ...patternsOf(config.files), ...patternsOf(own?.files)];
  const expand = (pattern: string): string => pattern.replaceAll('${platform}', platform).replaceAll('${arch}', arch);
  const filter = new FileMatcher(root, '/to', expand, patterns).createFilter();
  // A file of this repository, to be asked about names of files that are not installed here.
  const file = await stat(import.meta.filename);
  return names.filter((name) => filter(path.join(root, 'node_modules', name), file));
}

/** The native modules of all platforms that a package of one takes. */
async function nativeModulesOf(...target: Target): Promise<string[]> {
  const targets = ['darwin', 'win32', 'linux', 'linuxmusl'].flatMap((name) => [`${name}-x64`, `${name}-arm64`]);
  const argon = [
    'darwin-x64',
    'darwin-arm64',
    'win32-x64-msvc',
    'win32-arm64-msvc',
    'linux-x64-gnu',
    'linux-arm64-gnu',
  ];
  const known = [
    ...targets.map((target) => `better-sqlite3/prebuilds/${target}.node`),
    ...targets.map((target) => `keytar/prebuilds/${target}/keytar.node`),
    ...[...argon, 'linux-x64-musl'].map((target) => `@node-rs/argon2-${target}/argon2.${target}.node`),
    ...targets.flatMap((target) => sharpFilesOf(target)),
  ];
  return packedOf(known, ...target);
}

describe('native modules', () => {
  test.each([
    ['linux', 'x64', 'linux-x64-gnu'],
    ['linux', 'arm64', 'linux-arm64-gnu'],
    ['win32', 'x64', 'win32-x64-msvc'],
    ['win32', 'arm64', 'win32-arm64-msvc'],
  ] as const)('%s %s has its own, and no others', async (platform, arch, argon) => {
    expect(await nativeModulesOf(platform, arch)).toEqual([
      `better-sqlite3/prebuilds/${platform}-${arch}.node`,
      `keytar/prebuilds/${platform}-${arch}/keytar.node`,
      `@node-rs/argon2-${argon}/argon2.${argon}.node`,
      // On Linux, beside the GLib of Electron, it would crash.
      ...(platform === 'linux' ? [] : sharpFilesOf(`${platform}-${arch}`)),
    ]);
  });

  test('both halves of the universal macOS application have the same, which are left as they are', async () => {
    const both = (name: (arch: string) => string): string[] => ['x64', 'arm64'].map(name);
    const expected = [
      ...both((arch) => `better-sqlite3/prebuilds/darwin-${arch}.node`),
      ...both((arch) => `keytar/prebuilds/darwin-${arch}/keytar.node`),
      ...both((arch) => `@node-rs/argon2-darwin-${arch}/argon2.darwin-${arch}.node`),
      ...['arm64', 'x64'].flatMap((arch) => sharpFilesOf(`darwin-${arch}`)),
    ].sort();
    expect((await nativeModulesOf('darwin', 'arm64')).sort()).toEqual(expected);
    expect((await nativeModulesOf('darwin', 'x64')).sort()).toEqual(expected);
    const kept = config.mac?.x64ArchFiles ?? '';
    const inside = (name: string) => `Contents/Resources/app.asar.unpacked/node_modules/${name}`;
    expect(expected.filter((name) => !path.matchesGlob(inside(name), kept))).toEqual([]);
  });

  test('PDFium, which also reads texts on Linux, comes once', async () => {
    const dist = await readdir(path.join(root, 'node_modules/@hyzyla/pdfium/dist'), { recursive: true });
    const known = ['package.json', ...dist.map((name) => `dist/${name}`)].map((name) => `@hyzyla/pdfium/${name}`);
    const whole = ['package.json', 'dist/index.esm.js', 'dist/pdfium.wasm'].map((name) => `@hyzyla/pdfium/${name}`);
    expect(await packedOf(known, 'darwin', 'arm64')).toEqual(whole);
    expect(await packedOf(known, 'win32', 'x64')).toEqual(whole);
    expect(await packedOf(known, 'linux', 'x64')).toEqual(whole);
  });

  test.each([
    ['darwin', ['argon2-darwin-*', 'sharp-darwin-*', 'sharp-libvips-darwin-*']],
    ['win32', ['argon2-win32-*-msvc', 'sharp-win32-*']],
    ['linux', ['argon2-linux-*-gnu', 'sharp-libvips-linux-*', 'sharp-linux-*']],
  ] as const)('%s gets the ones of both processors before it is packaged', (platform, expected) => {
    const names = nativePackagesOf(lock, platform).map(({ name }) => name.replace(/^@(img|node-rs)\//, ''));
    const both = expected.flatMap((name) => ['arm64', 'x64'].map((arch) => name.replace('*', arch)));
    expect(names.sort()).toEqual(both.sort());
  });

  test('all of them lie outside of the archive, where the system can load them', async () => {
    const patterns = [config.asarUnpack ?? []].flat();
    const all = await Promise.all(
      (['linux', 'darwin', 'win32'] as const).flatMap((platform) => [
        nativeModulesOf(platform, 'x64'),
        nativeModulesOf(platform, 'arm64'),
      ]),
    );
    const packed = all.flat().filter((name) => {
      return !patterns.some((pattern) => path.matchesGlob(`Resources/app/node_modules/${name}`, pattern));
    });
    expect(packed).toEqual([]);
  });
});

describe('targets', () => {
  test.each([
    ['mac', ['dmg arm64', 'dmg universal', 'dmg x64', 'zip arm64', 'zip universal', 'zip x64']],
    ['win', ['nsis arm64', 'nsis x64', 'zip arm64', 'zip x64']],
    [
      'linux',
      ['AppImage arm64', 'AppImage x64', 'deb arm64', 'deb x64', 'rpm arm64', 'rpm x64', 'tar.gz arm64', 'tar.gz x64'],
    ],
  ] as const)('%s: %j', (platform, expected) => {
    const targets = [config[platform]?.target ?? []].flat();
    const shown = targets.flatMap((target) =>
      typeof target === 'object' && target !== null
        ? [target.arch ?? []].flat().map((arch) => `${target.target} ${arch}`)
        : [],
    );
    expect(shown.sort()).toEqual(expected);
  });

  test('names keep where releases are kept, and the feed leads to them', async () => {
    expect(config.artifactName).toMatch(/^[\w.${}-]+$/);
    const feed = {
      version: '1.2.3',
      path: 'Tandem-1.2.3-win-x64.exe',
      files: [{ url: 'Tandem-1.2.3-win-x64.exe', sha512: 'd' }],
    };
    await writeFile(path.join(folder, 'latest.yml'), JSON.stringify(feed));
    await expect(checkRelease(folder)).rejects.toThrow('Tandem-1.2.3-win-x64.exe, which was not built');
    await writeFile(path.join(folder, feed.path), '');
    await checkRelease(folder);
    const spaced = { ...feed, path: 'Tandem Setup 1.2.3.exe' };
    await writeFile(path.join(folder, spaced.path), '');
    await writeFile(path.join(folder, 'latest.yml'), JSON.stringify(spaced));
    await expect(checkRelease(folder)).rejects.toThrow('keep their name');
  });

  test('the fuses encrypt no cookies, which would ask for the keychain', () => {
    expect(config.electronFuses).toMatchObject({ runAsNode: false, onlyLoadAppFromAsar: true });
    expect(config.electronFuses).not.toHaveProperty('enableCookieEncryption');
  });

  test('the AppImage has the runtime without FUSE 2, the desktop file the name of the window', async () => {
    expect(config.toolsets).toMatchObject({ appimage: '1.0.3' });
    expect(config.linux?.syncDesktopName).toBe(true);
    const { name, desktopName } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    expect(desktopName).toBe(`${name}.desktop`);
    expect(config.mac?.extendInfo).toMatchObject({ NSUserNotificationAlertStyle: 'alert' });
  });

  test('the Windows installer is per user and processor, asks nothing, and leaves synced files', () => {
    expect(config.nsis).toMatchObject({
      oneClick: true,
      perMachine: false,
      buildUniversalInstaller: false,
      deleteAppDataOnUninstall: false,
    });
  });

  test('updates find their files: a zip beside each dmg, and AppImage, deb and rpm by name', () => {
    const archOf = (name: string) => {
      const found = [config.mac?.target ?? []].flat().find((one) => typeof one === 'object' && one?.target === name);
      return typeof found === 'object' ? found?.arch : undefined;
    };
    expect(archOf('zip')).toEqual(archOf('dmg'));
    expect(config.artifactName).toContain('${arch}');
    expect(config.deb?.recommends).toEqual(['libsecret-1-0']);
    expect(config.protocols).toEqual([{ name: 'Tandem link', schemes: ['tandem'] }]);
  });

  test('the Flatpak manifest starts what the package for Linux holds, under the same name', async () => {
    const manifest = parse(await readFile(path.join(root, 'deploy/flatpak/app.tandem.sync.yml'), 'utf8'));
    expect(manifest).toMatchObject({ id: config.appId, command: 'tandem' });
    const rights = JSON.stringify(manifest['finish-args']);
    for (const right of [
      '--share=network',
      '--socket=pulseaudio',
      '--filesystem=home',
      'org.kde.StatusNotifierWatcher',
      'org.freedesktop.secrets',
    ]) {
      expect(rights).toContain(right);
    }
    expect(rights).not.toContain('--filesystem=host');
    expect(JSON.stringify(manifest.modules)).toContain('tandem-sync');
  });
});

test('Electron is one whose tray icons GNOME reads: 43.3 to 44.0 are not, and 45 has the fix from its start', async () => {
  const { devDependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const [major] = /^\d+(?=\.\d+\.\d+$)/.exec(devDependencies.electron) ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(45);
});

describe('settings that depend on secrets', () => {
  const unsigned = { publicKeyFile: null, feedUrl: 'https://updates.example.org/' };
  const signed = { publicKeyFile: '/keys/update-key.pem', feedUrl: 'https://updates.example.org/' };
  const origin = 'https://github.com/example/tandem.git';

  test('macOS without a certificate is signed ad hoc, with one as configured', () => {
    expect(packagingPlan('darwin', {}, unsigned).config.mac).toMatchObject({ identity: '-', hardenedRuntime: false });
    expect(packagingPlan('darwin', { CSC_LINK: 'x' }, unsigned).config.mac).toBeUndefined();
    expect(packagingPlan('win32', {}, unsigned).config.mac).toBeUndefined();
  });

  test('a project that is not on GitHub gets no page of its own', () => {
    expect(packagingPlan('linux', {}, unsigned).config.extraMetadata).toEqual({ homepage: 'about:blank' });
    expect(packagingPlan('linux', {}, unsigned, origin).config.extraMetadata).toBeUndefined();
  });

  test('without a key there is no feed, even when one is named', () => {
    const { config: changed, notes } = packagingPlan('linux', {}, unsigned, origin);
    expect(changed).toEqual({ publish: null });
    expect(notes).toEqual([expect.stringContaining('look for no updates')]);
  });

  test('with a key the application carries it, and the feed', () => {
    expect(packagingPlan('linux', {}, signed, origin).config).toEqual({
      extraResources: [{ from: '/keys/update-key.pem', to: 'update-key.pem' }],
      publish: { provider: 'generic', url: 'https://updates.example.org/' },
    });
  });

  test('only a feed signed with our key is valid', async () => {
    const pem = { type: 'pkcs8', format: 'pem' } as const;
    const key = generateKeyPairSync('ed25519').privateKey.export(pem).toString();
    const other = generateKeyPairSync('ed25519').privateKey.export(pem).toString();
    const file = path.join(folder, 'latest-linux.yml');
    await writeFile(
      file,
      'version: 1.2.3\nfiles:\n  - url: a.AppImage\n    sha512: digest\n    size: 5\npath: a.AppImage\n',
    );
    await signFeed(file, key);
    const feed: FeedInfo & { readonly path: string } = parse(await readFile(file, 'utf8'));
    expect(feed).toMatchObject({ version: '1.2.3', path: 'a.AppImage', files: [{ url: 'a.AppImage', size: 5 }] });
    expect([isSignedFeed(feed, publicKeyOf(key)), isSignedFeed(feed, publicKeyOf(other))]).toEqual([true, false]);
    expect(isSignedFeed({ ...feed, version: '9.9.9' }, publicKeyOf(key))).toBe(false);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString();
    expect(() => publicKeyOf(rsa)).toThrow('not an Ed25519 private key');
  });
});
