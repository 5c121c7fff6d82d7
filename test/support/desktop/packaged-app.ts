import { readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPackage, extractAll } from '@electron/asar';
import { getConfig } from 'app-builder-lib/out/util/config/config.js';
import { makeAppImageTools, makeStandIn } from '../../../build/stand-in.ts';
import { repositoryRoot, spawnTool } from '../../run/spawn-tool.ts';

export type PackagedApp = {
  /** `resources` of the unpacked application. */
  readonly resources: string;
  readonly archive: string;
  /** The extracted archive with its unpacked part, outside the repository. */
  readonly extracted: string;
};

/** Packages the application for Linux below `folder`. The archive is real; Electron is a stand-in, so that nothing is downloaded. */
export async function packageApp(folder: string): Promise<PackagedApp> {
  const electronDist = path.join(folder, 'electron');
  await makeStandIn(electronDist);
  await writeConfig(path.join(folder, 'config.json'), folder, electronDist);
  await run(['node', 'build.ts', '--if-needed']);
  const config = ['--config', path.join(folder, 'config.json')];
  await run(['electron-builder', '--dir', '--publish', 'never', ...config, '--linux', '--x64']);
  const resources = path.join(folder, 'release/linux-unpacked/resources');
  const archive = path.join(resources, 'app.asar');
  const extracted = path.join(folder, 'extracted');
  extractAll(archive, extracted);
  return { resources, archive, extracted };
}

/** The files of the system packages, and the archive that each must hold. */
export type SystemPackages = {
  readonly deb: string;
  readonly rpm: string;
  readonly appImage: string;
  readonly archive: string;
};

/**
 * Builds the system packages for Linux below `folder`, by our own configuration, from an unpacked application whose archive holds only
 * pictures: what `packageApp` makes takes minutes to compress.
 */
export async function buildSystemPackages(folder: string): Promise<SystemPackages> {
  const unpacked = path.join(folder, 'unpacked');
  await makeStandIn(unpacked);
  await rename(path.join(unpacked, 'electron'), path.join(unpacked, 'tandem-sync'));
  const archive = path.join(unpacked, 'resources/app.asar');
  await createPackage(path.join(repositoryRoot, 'assets/icons'), archive);
  const tools = path.join(folder, 'appimage-tools');
  await makeAppImageTools(tools);
  await writeConfig(path.join(folder, 'config.json'), folder, unpacked);
  const config = ['--config', path.join(folder, 'config.json'), '--publish', 'never'];
  await run(['electron-builder', '--linux', 'deb', 'rpm', 'AppImage', '--x64', '--prepackaged', unpacked, ...config], {
    CUSTOM_FPM_PATH: path.join(repositoryRoot, 'build/linux/fpm.ts'),
    APPIMAGE_TOOLS_PATH: tools,
  });
  const release = path.join(folder, 'release');
  const built = await readdir(release);
  const fileOf = (suffix: string): string => path.join(release, built.find((name) => name.endsWith(suffix)) ?? suffix);
  return { deb: fileOf('.deb'), rpm: fileOf('.rpm'), appImage: fileOf('.AppImage'), archive };
}

async function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const end = await spawnTool({ command, echo: false, env });
  if (end.code !== 0) throw new Error(`${command.join(' ')}: ${end.output}`);
}

/** Our own configuration with a different output folder. Fuses are bits of the real binary, so the stand-in has none. */
async function writeConfig(file: string, folder: string, electronDist: string): Promise<void> {
  const config = await getConfig(repositoryRoot, path.join(repositoryRoot, 'electron-builder.yml'), null);
  const { electronFuses: _fuses, ...rest } = config;
  const changed = {
    ...rest,
    electronDist,
    publish: { provider: 'generic' as const, url: 'https://updates.example.org/tandem' },
    extraMetadata: { homepage: 'https://example.org/tandem' },
    directories: { ...config.directories, output: path.join(folder, 'release') },
  };
  await writeFile(file, JSON.stringify(changed));
}
