import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isPlaceLasting } from '../../../../../main/shell/process/lasting-place.ts';
import { isInstalledCopy } from '../../../../../main/shell/updates/installed-copy.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';

const repository = path.resolve(import.meta.dirname, '../../../../..');

test.each([
  ['an AppImage', 'linux', '/home/ann/Tandem.AppImage', '/tmp/.mount_Tandem/tandem-sync', [], true],
  ['a system package', 'linux', null, '/opt/Tandem/tandem-sync', [], true],
  ['an unpacked archive on Linux', 'linux', null, '/home/ann/tandem/tandem-sync', [], false],
  [
    'what the installer of Windows made',
    'win32',
    null,
    String.raw`C:\Programs\Tandem\Tandem.exe`,
    [String.raw`C:\Programs\Tandem\Uninstall Tandem.exe`],
    true,
  ],
  [
    'an unpacked archive on Windows',
    'win32',
    null,
    String.raw`D:\Tandem\Tandem.exe`,
    [String.raw`C:\Programs\Tandem\Uninstall Tandem.exe`],
    false,
  ],
] as const)('%s', (_copy, platform, image, execPath, files, isInstalled) => {
  const exists = (file: string): boolean => files.some((known) => known === file);
  expect(isInstalledCopy({ platform, image, execPath, exists, isPlaceLasting: true })).toBe(isInstalled);
});

test.each([
  ['/Applications/Tandem.app', true],
  ['/Users/ann/Applications/Tandem.app', true],
  ['/private/var/folders/x/T/AppTranslocation/1/d/Tandem.app', false],
  ['/Volumes/Tandem/Tandem.app', false],
])('an application on macOS is an installed one in a lasting place: %s', (bundle, isInstalled) => {
  const { module, system } = electronDouble();
  system.bundle = bundle;
  const lasting = isPlaceLasting({ app: module.app, platform: 'darwin' });
  const copy = { platform: 'darwin', image: null, execPath: `${bundle}/Contents/MacOS/Tandem` } as const;
  expect(isInstalledCopy({ ...copy, exists: () => false, isPlaceLasting: lasting })).toBe(isInstalled);
});

test('the uninstaller of Windows is named for the product', () => {
  const template = 'node_modules/app-builder-lib/templates/nsis/common.nsh';
  expect(readFileSync(path.join(repository, 'electron-builder.yml'), 'utf8')).toContain('productName: Tandem\n');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of NSIS.
  expect(readFileSync(path.join(repository, template), 'utf8')).toContain('"Uninstall ${PRODUCT_FILENAME}.exe"');
});
