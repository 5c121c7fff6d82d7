import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** File names of Electron for Linux. */
const files = [
  'electron',
  'chrome-sandbox',
  'chrome_crashpad_handler',
  'version',
  'LICENSE',
  'LICENSES.chromium.html',
  'locales/en-US.pak',
];

/** Creates a folder of empty files that passes for Electron's Linux binary. A package built from it cannot start. */
export async function makeStandIn(place: string): Promise<void> {
  await mkdir(path.join(place, 'locales'), { recursive: true });
  await mkdir(path.join(place, 'resources'));
  for (const name of files) {
    await writeFile(path.join(place, name), '');
    await chmod(path.join(place, name), 0o755);
  }
}
