import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
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

const program = `#!/bin/sh
echo "This package was built without Electron:" "$@"
`;

/** Creates a folder of files that passes for Electron's Linux binary. A package built from it only says so when it is started. */
export async function makeStandIn(place: string): Promise<void> {
  await mkdir(path.join(place, 'locales'), { recursive: true });
  await mkdir(path.join(place, 'resources'));
  for (const name of files) {
    await writeFile(path.join(place, name), name === 'electron' ? program : '');
    await chmod(path.join(place, name), 0o755);
  }
}

/** Starts the image's program from an unpacked copy; the real runtime mounts the image. */
const runtime = `#!/bin/sh
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
unsquashfs -quiet -no-progress -offset 4096 -dest "$place/app" "$0" >/dev/null || exit 1
APPIMAGE=$0 APPDIR=$place/app "$place/app/AppRun" "$@"
exit
`;

/**
 * Creates the folder of tools that electron-builder builds an AppImage with (`APPIMAGE_TOOLS_PATH`): Debian's own, and a shell script for
 * the runtime, which can't be had without a download.
 */
export async function makeAppImageTools(place: string): Promise<void> {
  for (const folder of ['runtimes', 'lib/x64', 'lib/arm64']) {
    await mkdir(path.join(place, folder), { recursive: true });
  }
  for (const tool of ['mksquashfs', 'desktop-file-validate']) {
    await symlink(path.join('/usr/bin', tool), path.join(place, tool));
  }
  // The offset above is its length.
  for (const arch of ['x64', 'arm64'])
    await writeFile(path.join(place, 'runtimes', `runtime-${arch}`), runtime.padEnd(4096));
}
