import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extractAll } from '@electron/asar';
import { getConfig } from 'app-builder-lib/out/util/config/config.js';
import { makeStandIn } from '../../build/stand-in.ts';
import { repositoryRoot, spawnTool } from '../run/spawn-tool.ts';

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

async function run(command: readonly string[]): Promise<void> {
  const end = await spawnTool({ command, echo: false });
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
    directories: { ...config.directories, output: path.join(folder, 'release') },
  };
  await writeFile(file, JSON.stringify(changed));
}
