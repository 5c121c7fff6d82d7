/**
 * Unpacks the browser of the npm package into `node_modules/.cache`, as a program of its own: the package writes to the folder for
 * temporary files, which this process points elsewhere. Beside the browser lie the libraries that a bare Linux lacks.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { z } from 'zod';
import { unpackedChromium } from '../support/browser/chromium-path.ts';

const folder = path.dirname(unpackedChromium);
const packageFolder = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
const version = readVersion(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));
const versionFile = path.join(folder, 'version');
const unfinished = `${folder}.${process.pid}`;

/** Starts the browser with its own libraries and fonts, so that a page looks the same on every machine. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;

if (process.argv.includes('--if-needed') && (await readFile(versionFile, 'utf8').catch(() => '')) === version)
  process.exit();

await mkdir(unfinished, { recursive: true });
process.env['TMPDIR'] = unfinished;
for (const name of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
  await inflate(path.join(packageFolder, 'bin', name));
}
await writeFile(path.join(unfinished, 'fonts.conf'), fontSettings);
await writeFile(path.join(unfinished, path.basename(unpackedChromium)), launcher, { mode: 0o755 });
await writeFile(path.join(unfinished, path.basename(versionFile)), version);
await rm(folder, { recursive: true, force: true });
await rename(unfinished, folder);

function readVersion(packageText: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(packageText)).version;
}
