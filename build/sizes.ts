/**
 * `node build/sizes.ts [RESOURCES…] [--list]` prints the contents of a packaged application besides Electron, by size. Without arguments it covers
 * all packages below `release`. `--list` prints each file.
 */
import { globSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listPackage, statFile } from '@electron/asar';

export type PackedFile = {
  /** Path from the application root, with `/`. */
  readonly name: string;
  readonly bytes: number;
  /** True if the file lies beside the archive, where the system can load it. */
  readonly isUnpacked: boolean;
};

export type PackedGroup = {
  readonly name: string;
  readonly files: number;
  readonly inArchive: number;
  readonly beside: number;
};

/** The files in `app.asar` and in the folder beside it. `resources` is absolute. */
export function packedFiles(resources: string): readonly PackedFile[] {
  const archive = path.join(resources, 'app.asar');
  return listPackage(archive, { isPack: false }).flatMap((entry) => {
    const found = statFile(archive, entry.slice(1), false);
    if (!('size' in found)) return [];
    const name = entry.slice(1).replaceAll('\\', '/');
    return [{ name, bytes: Number(found.size), isUnpacked: 'unpacked' in found && found.unpacked === true }];
  });
}

/** Grouped by package or by our own folder, largest first. */
export function groupedFiles(files: readonly PackedFile[]): readonly PackedGroup[] {
  const groups = new Map<string, PackedGroup>();
  for (const { name, bytes, isUnpacked } of files) {
    const key = groupOf(name);
    const { files: count, inArchive, beside } = groups.get(key) ?? { files: 0, inArchive: 0, beside: 0 };
    groups.set(key, {
      name: key,
      files: count + 1,
      inArchive: inArchive + (isUnpacked ? 0 : bytes),
      beside: beside + (isUnpacked ? bytes : 0),
    });
  }
  return [...groups.values()].sort((a, b) => b.inArchive + b.beside - a.inArchive - a.beside);
}

function groupOf(name: string): string {
  const [, module] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name) ?? [];
  return module ?? name.split('/').slice(0, 2).join('/');
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

/** The size table of one application, as lines. */
export function sizeTable(groups: readonly PackedGroup[]): readonly string[] {
  const total = groups.reduce((sum, one) => ({
    name: 'all',
    files: sum.files + one.files,
    inArchive: sum.inArchive + one.inArchive,
    beside: sum.beside + one.beside,
  }));
  const rows = [...groups, total].map(({ name, files, inArchive, beside }) =>
    [name.padEnd(44), String(files).padStart(7), kB(inArchive).padStart(12), kB(beside).padStart(12)].join(''),
  );
  return [
    ['what'.padEnd(44), 'files'.padStart(7), 'in app.asar'.padStart(12), 'beside it'.padStart(12)].join(''),
    ...rows,
  ];
}

/** The installers and archives in `release`, each with its size. */
export function installerSizes(release: string): readonly string[] {
  return readdirSync(release, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(AppImage|deb|rpm|gz|dmg|zip|exe)$/.test(entry.name))
    .map(({ name }) => `${name.padEnd(63)}${kB(statSync(path.join(release, name)).size).padStart(12)}`);
}

/** Prints the size tables of the applications below `release`. */
export function printSizes(resources: readonly string[], isListed = false): void {
  for (const folder of resources) {
    const files = packedFiles(folder);
    const lines = isListed
      ? files.map(
          ({ name, bytes, isUnpacked }) => `${String(bytes).padStart(10)} ${isUnpacked ? 'beside' : '      '} ${name}`,
        )
      : sizeTable(groupedFiles(files));
    process.stdout.write(`${[folder, ...lines].join('\n')}\n\n`);
  }
}

export const builtResources = (release: string): readonly string[] =>
  globSync(['*/resources', '*/*.app/Contents/Resources'], { cwd: release }).map((folder) => path.join(release, folder));

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { list: { type: 'boolean' } }, allowPositionals: true });
  const release = path.resolve(import.meta.dirname, '../release');
  printSizes(
    positionals.length > 0 ? positionals.map((folder) => path.resolve(folder)) : builtResources(release),
    values.list,
  );
}
