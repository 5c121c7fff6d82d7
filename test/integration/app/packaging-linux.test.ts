import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSystemPackages, type SystemPackages } from '../../support/desktop/packaged-app.ts';

/** The packages for Linux, built by the tools of Debian from a stand-in for Electron's binary and the AppImage's runtime. */
let folder: string;
let built: SystemPackages;
let archive: Buffer;

const tools = ['dpkg-deb', 'rpmbuild', 'mksquashfs', 'desktop-file-validate'];
const describeHere = describe.runIf(tools.every((tool) => existsSync(path.join('/usr/bin', tool))));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-packages-'));
  built = await buildSystemPackages(folder);
  archive = await readFile(built.archive);
}, 240_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const run = async (file: string, ...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(file, [...args], { maxBuffer: 64 * 1024 * 1024 });
  return stdout + stderr;
};

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const icons = sizes.map((size) => `/usr/share/icons/hicolor/${size}x${size}/apps/tandem-sync.png`);
const entry = [
  'Exec=/opt/Tandem/tandem-sync %U',
  'Icon=tandem-sync',
  'StartupWMClass=tandem-sync',
  'MimeType=x-scheme-handler/tandem;',
];

describeHere('the deb', () => {
  test('states its package fields and dependencies', async () => {
    const fields = await run('dpkg-deb', '--field', built.deb);
    expect(fields.split('\n')).toEqual(
      expect.arrayContaining([
        'Package: tandem-sync',
        'Architecture: amd64',
        'Section: net',
        'Recommends: libsecret-1-0',
        'Homepage: https://example.org/tandem',
        'Description: Syncs folders with a content service',
        expect.stringMatching(/^Depends: .*libgtk-3-0.*libnss3/),
        expect.stringMatching(/^Installed-Size: \d+$/),
      ]),
    );
  });

  test('unpacks below /opt and /usr, all of it readable by everyone and written by root alone, as its digests say', async () => {
    const place = path.join(folder, 'from deb');
    await run('dpkg-deb', '--raw-extract', built.deb, place);
    expect((await readdir(place)).sort()).toEqual(['DEBIAN', 'opt', 'usr']);
    const listed = (await run('dpkg-deb', '--contents', built.deb)).trim().split('\n');
    expect(listed.filter((line) => !/^(drwxr-xr-x|-rw[x-]r-[x-]r-[x-]) root\/root /.test(line))).toEqual([]);
    for (const icon of icons) await stat(path.join(place, icon));
    const digests = path.join(place, 'DEBIAN/md5sums');
    await promisify(execFile)('md5sum', ['--check', '--quiet', digests], { cwd: place });
    expect(await readFile(digests, 'utf8')).toContain(
      `${createHash('md5').update(archive).digest('hex')}  opt/Tandem/resources/app.asar\n`,
    );
    const desktop = path.join(place, 'usr/share/applications/tandem-sync.desktop');
    expect((await readFile(desktop, 'utf8')).split('\n')).toEqual(expect.arrayContaining(entry));
    expect(await run('desktop-file-validate', desktop)).toBe('');
  });

  test('its scripts parse, and do nothing for the version that is replaced', async () => {
    const place = path.join(folder, 'control of deb');
    await run('dpkg-deb', '--control', built.deb, place);
    for (const script of ['postinst', 'postrm']) await run('bash', '-n', path.join(place, script));
    expect(await readFile(path.join(place, 'postinst'), 'utf8')).toContain("/opt/Tandem/tandem-sync' 100");
    // No program can be found to run: any command that was not skipped would fail.
    const asked = (...words: readonly string[]) =>
      promisify(execFile)('/bin/bash', ['-e', ...words], { cwd: place, env: { PATH: place } });
    await asked('postinst', 'abort-upgrade', '0.2.0');
    await asked('postrm', 'upgrade', '0.2.0');
    await expect(asked('postrm', 'remove')).rejects.toThrow('rm: command not found');
  });
});

describeHere('the rpm', () => {
  test('states its package fields and dependencies', async () => {
    const format = '%{NAME} %{VERSION} %{ARCH} %{LICENSE} %{URL}\n%{SUMMARY}\n';
    expect(await run('rpm', '-qp', '--queryformat', format, built.rpm)).toBe(
      'tandem-sync 0.1.0 x86_64 MIT https://example.org/tandem\nSyncs folders with a content service\n',
    );
    const needs = (await run('rpm', '-qp', '--requires', built.rpm)).split('\n');
    expect(needs).toEqual(expect.arrayContaining(['gtk3', 'nss', '(libXtst or libXtst6)', 'xdg-utils']));
    // Nothing that a search of the binaries would have found.
    expect(needs.filter((need) => need.includes('.so'))).toEqual([]);
  });

  test('holds the same files, for root, with their digests', async () => {
    const lines = (await run('rpm', '-qp', '--dump', built.rpm)).trim().split('\n');
    const files = lines.map((line) => {
      const [name = '', size, , digest, mode = '', owner, group] = line.split(' ');
      return { name, size: Number(size), digest, mode, owner, group };
    });
    expect(files).toContainEqual(
      expect.objectContaining({
        name: '/opt/Tandem/resources/app.asar',
        size: archive.length,
        digest: createHash('sha256').update(archive).digest('hex'),
      }),
    );
    const strange = files.filter(({ name, mode, owner, group }) => {
      return (
        !/^\/(opt\/Tandem(\/|$)|usr\/share\/)/.test(name) ||
        /[2367]$/.test(mode) ||
        owner !== 'root' ||
        group !== 'root'
      );
    });
    expect(strange).toEqual([]);
    const names = files.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...icons, '/usr/share/applications/tandem-sync.desktop']));
  });

  test('an upgrade leaves the command in place: the old version is cleared away only when none is left', async () => {
    const scripts = await run('rpm', '-qp', '--scripts', built.rpm);
    const [, removing = ''] = scripts.split('postuninstall scriptlet (using /bin/bash):\n');
    expect(removing).toMatch(/^\[ "\$1" = 0 \] \|\| exit 0\n[^]*update-alternatives --remove/);
    expect(scripts).toContain("update-alternatives --install '/usr/bin/tandem-sync'");
  });
});

describeHere('the AppImage', () => {
  test('holds the application with its desktop file, its icons and the program that starts it', async () => {
    const place = path.join(folder, 'from image');
    await run('unsquashfs', '-quiet', '-no-progress', '-offset', '4096', '-dest', place, built.appImage);
    expect((await readFile(path.join(place, 'resources/app.asar'))).equals(archive)).toBe(true);
    const desktop = path.join(place, 'tandem-sync.desktop');
    const expected = ['Exec=AppRun %U', ...entry.slice(1), 'X-AppImage-Version=0.1.0'];
    expect((await readFile(desktop, 'utf8')).split('\n')).toEqual(expect.arrayContaining(expected));
    expect(await run('desktop-file-validate', desktop)).toBe('');
    for (const icon of ['/tandem-sync.png', '/.DirIcon', ...icons]) await stat(path.join(place, icon));
    await run('bash', '-n', path.join(place, 'AppRun'));
  });

  test('passes its arguments to the program', async () => {
    const place = path.join(folder, 'started image');
    await mkdir(place);
    const said = await promisify(execFile)(built.appImage, ['file:///home/ann/a%20file.txt'], {
      env: { ...process.env, TMPDIR: place },
    });
    expect(said.stdout).toMatch(/^This package was built without Electron:.* file:\/\/\/home\/ann\/a%20file\.txt\n$/);
    expect(await readdir(place)).toEqual([]);
  });
});
