import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type PackageRequest, scriptBody } from './package-request.ts';

/** Builds a deb from a staged tree with `dpkg-deb`. */
export async function writeDeb(request: PackageRequest, stage: string): Promise<void> {
  const files = (await readdir(stage, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(stage, path.join(entry.parentPath, entry.name)))
    .sort();
  const control = path.join(stage, 'DEBIAN');
  await mkdir(control, { mode: 0o755 });
  let bytes = 0;
  let digests = '';
  for (const file of files) {
    bytes += (await stat(path.join(stage, file))).size;
    const digest = createHash('md5').update(await readFile(path.join(stage, file)));
    digests += `${digest.digest('hex')}  ${file}\n`;
  }
  await writeFile(path.join(control, 'md5sums'), digests, { mode: 0o644 });
  await writeFile(path.join(control, 'control'), controlOf(request, bytes), { mode: 0o644 });
  // dpkg also calls these scripts to undo a failed step and, between two versions, for the old one.
  await writeScript(path.join(control, 'postinst'), 'configure', request.afterInstall);
  await writeScript(path.join(control, 'postrm'), 'remove', request.afterRemove);
  const how = ['--root-owner-group', `-Z${request.compression}`];
  await promisify(execFile)('dpkg-deb', [...how, '--build', stage, request.output]);
}

function controlOf(request: PackageRequest, bytes: number): string {
  const description = request.description.split('\n').map((line) => ` ${line.trim() === '' ? '.' : line.trim()}`);
  const fields: readonly (readonly [string, string | null])[] = [
    ['Package', request.name],
    ['Version', request.version],
    ['Architecture', request.architecture],
    ['Maintainer', request.maintainer],
    ['Installed-Size', String(Math.ceil(bytes / 1024))],
    ['Depends', request.depends.join(', ')],
    ['Recommends', request.recommends.join(', ')],
    ['Section', request.category],
    ['Priority', request.priority],
    ['Homepage', request.homepage],
    ['Description', [request.summary, ...description].join('\n')],
  ];
  return fields.flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : [])).join('');
}

async function writeScript(file: string, action: string, script: string): Promise<void> {
  const guarded = `#!/bin/bash\n[ "$1" = ${action} ] || exit 0\n${scriptBody(script)}\n`;
  await writeFile(file, guarded, { mode: 0o755 });
}
