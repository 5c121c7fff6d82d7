import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      libc: z.array(z.string()).optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

export type NativePackage = { readonly name: string; readonly version: string; readonly integrity: string };

/** Processor architectures that we package for. */
const packagedArchitectures = ['x64', 'arm64'] as const;

/** Native packages in the lock file for a platform's other architectures: npm installs only those for the current one. */
export function nativePackagesOf(lockText: string, platform: NodeJS.Platform): readonly NativePackage[] {
  const { packages } = Lock.parse(JSON.parse(lockText));
  return Object.entries(packages).flatMap(([place, { version, integrity, os, cpu, libc, dev }]) => {
    const isMeant = os?.includes(platform) === true && packagedArchitectures.some((arch) => cpu?.includes(arch));
    if (dev === true || !isMeant || libc?.includes('musl') === true || place.endsWith('-musl')) return [];
    const name = place.replace(/^.*node_modules\//, '');
    return version === undefined || integrity === undefined ? [] : [{ name, version, integrity }];
  });
}

/** Installs missing packages into `node_modules` from the lock file. @throws when a package does not match the lock file. */
export async function installNativePackages(root: string, packages: readonly NativePackage[]): Promise<void> {
  for (const native of packages) {
    const place = path.join(root, 'node_modules', native.name);
    if (!existsSync(place)) await install(native, place);
  }
}

async function install({ name, version, integrity }: NativePackage, place: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tandem-native-'));
  const run = promisify(execFile);
  const isWindows = process.platform === 'win32';
  await run(isWindows ? 'npm.cmd' : 'npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder], {
    shell: isWindows,
  });
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const digest = createHash('sha512').update(await readFile(path.join(folder, file)));
  if (`sha512-${digest.digest('base64')}` !== integrity) {
    throw new Error(`${name}@${version} is not the package of package-lock.json: its digest is another one.`);
  }
  await run('tar', ['-xzf', file], { cwd: folder });
  await mkdir(path.dirname(place), { recursive: true });
  await rename(path.join(folder, 'package'), place).catch(async () => {
    // Rename fails across volumes, as on the CI machines.
    await mkdir(place, { recursive: true });
    await run('tar', ['-xzf', path.join(folder, file), '--strip-components=1'], { cwd: place });
  });
  await rm(folder, { recursive: true, force: true });
}
