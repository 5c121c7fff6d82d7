/**
 * `npm run package` builds this platform's packages into `release/` and prints their contents by size. `--dir` skips the installers, `--target
 * NAME` builds only the named targets, and `--feed URL` sets the update feed (default: the releases of the GitHub repository that was cloned).
 * `--stand-in` packages for Linux without Electron's binary and the AppImage's runtime, for inspection. Secrets come from the environment (CONTRIBUTING.md, Releasing).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build, Platform } from 'electron-builder';
import { checkRelease, feedsIn } from './check-release.ts';
import { installNativePackages, nativePackagesOf } from './native-packages.ts';
import { packagingPlan } from './packaging-plan.ts';
import { publicKeyOf, signFeed } from './sign-feeds.ts';
import { builtResources, installerSizes, printSizes } from './sizes.ts';
import { makeAppImageTools, makeStandIn } from './stand-in.ts';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    dir: { type: 'boolean' },
    target: { type: 'string', multiple: true },
    feed: { type: 'string' },
    'stand-in': { type: 'boolean' },
  },
});
const targets = values.dir === true ? ['dir'] : (values.target ?? []);
const updateKey = process.env['TANDEM_UPDATE_KEY'] || null;
const folder = await mkdtemp(path.join(tmpdir(), 'tandem-package-'));
process.env['CUSTOM_FPM_PATH'] = path.join(root, 'build/linux/fpm.ts');
try {
  await installNativePackages(
    root,
    nativePackagesOf(await readFile(path.join(root, 'package-lock.json'), 'utf8'), process.platform),
  );
  const publicKeyFile = updateKey === null ? null : path.join(folder, 'update-key.pem');
  if (updateKey !== null && publicKeyFile !== null) await writeFile(publicKeyFile, publicKeyOf(updateKey));
  const plan = packagingPlan(
    process.platform,
    process.env,
    { publicKeyFile, feedUrl: values.feed ?? null },
    await originOf(root),
  );
  for (const note of plan.notes) process.stderr.write(`${note}\n`);
  const standIn = path.join(folder, 'electron');
  if (values['stand-in'] === true) {
    await makeStandIn(standIn);
    process.env['APPIMAGE_TOOLS_PATH'] = path.join(folder, 'appimage');
    await makeAppImageTools(process.env['APPIMAGE_TOOLS_PATH']);
    process.env['ELECTRON_BUILDER_7ZIP_PATH'] = '/usr/bin/7za';
  }
  await build({
    projectDir: root,
    publish: 'never',
    ...(targets.length > 0 ? { targets: Platform.current().createTarget([...targets]) } : {}),
    config: {
      extends: path.join(root, 'electron-builder.yml'),
      ...plan.config,
      // Fuses are bits in the real binary.
      ...(values['stand-in'] === true ? { electronDist: standIn, electronFuses: null } : {}),
    },
  });
  const release = path.join(root, 'release');
  if (updateKey !== null) for (const feed of await feedsIn(release)) await signFeed(feed, updateKey);
  await checkRelease(release);
  printSizes(builtResources(release));
  process.stdout.write(
    installerSizes(release)
      .map((line) => `${line}\n`)
      .join(''),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function originOf(repository: string): Promise<string | null> {
  const asked = promisify(execFile)('git', ['config', '--get', 'remote.origin.url'], { cwd: repository });
  return asked.then(({ stdout }) => stdout.trim()).catch(() => null);
}
