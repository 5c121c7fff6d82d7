import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Files of the names that Electron has for Linux. */
const files = [
  'electron',
  'chrome-sandbox',
  'chrome_crashpad_handler',
  'version',
  'LICENSE',
  'LICENSES.chromium.html',
  'locales/en-US.pak',
];

/** Makes a folder that passes for Electron's binary for Linux, with nothing in its files: what is packaged with it can't start. */
export async function makeStandIn(place: string): Promise<void> {
  await mkdir(path.join(place, 'locales'), { recursive: true });
  await mkdir(path.join(place, 'resources'));
  for (const name of files) {
    await writeFile(path.join(place, name), '');
    await chmod(path.join(place, name), 0o755);
  }
}
