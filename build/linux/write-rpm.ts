import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type PackageRequest, scriptBody } from './package-request.ts';

const compressions: Readonly<Record<string, string>> = { xz: 'w6.xzdio', xzmt: 'w6T0.xzdio' };

/** Debian's names for the processors, which fpm takes for both formats, and rpm's. */
const architectures: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

/** Builds an rpm from a staged tree with `rpmbuild`. */
export async function writeRpm(request: PackageRequest, stage: string): Promise<void> {
  const top = await mkdtemp(path.join(tmpdir(), 'tandem-rpm-'));
  try {
    const spec = path.join(top, 'package.spec');
    await writeFile(spec, specOf(request, stage));
    await promisify(execFile)('rpmbuild', [
      '-bb',
      `--target=${architectures[request.architecture] ?? request.architecture}-linux`,
      `--buildroot=${path.join(top, 'root')}`,
      `--define=_topdir ${top}`,
      `--define=_rpmdir ${path.join(top, 'built')}`,
      '--define=_rpmfilename package.rpm',
      spec,
    ]);
    const [built = ''] = await readdir(path.join(top, 'built'));
    await copyFile(path.join(top, 'built', built), request.output);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

function specOf(request: PackageRequest, stage: string): string {
  const payload = compressions[request.compression];
  if (payload === undefined) throw new Error(`An rpm can't be compressed with ${request.compression}.`);
  // The files are finished: nothing is stripped, compiled, linked by build id or searched for dependencies.
  const lines = [
    `%global _binary_payload ${payload}`,
    '%global __os_install_post %{nil}',
    '%global debug_package %{nil}',
    '%global _build_id_links none',
    'AutoReqProv: no',
    `Name: ${plain(request.name)}`,
    `Version: ${plain(request.version)}`,
    'Release: 1',
    `Summary: ${plain(request.summary)}`,
    `License: ${plain(request.license)}`,
    `Vendor: ${plain(request.vendor)}`,
    `Packager: ${plain(request.maintainer)}`,
    ...(request.homepage === null ? [] : [`URL: ${plain(request.homepage)}`]),
    ...(request.category === null ? [] : [`Group: ${plain(request.category)}`]),
    ...request.depends.map((one) => `Requires: ${plain(one)}`),
    '%description',
    escaped(request.description),
    '%install',
    `cp -a '${plain(stage)}/.' %{buildroot}`,
    '%post -p /bin/bash',
    escaped(scriptBody(request.afterInstall)),
    // On an upgrade rpm runs this for the old version, after the new one was set up: it must leave that alone.
    '%postun -p /bin/bash',
    '[ "$1" = 0 ] || exit 0',
    escaped(scriptBody(request.afterRemove)),
    '%files',
    '%defattr(-,root,root,-)',
    // A folder stands for all that is in it.
    ...request.content.map(({ target }) => `"${plain(target)}"`),
  ];
  return `${lines.join('\n')}\n`;
}

const escaped = (text: string): string => text.replaceAll('%', '%%');

/** @throws for what the format of a spec file gives a meaning of its own. */
function plain(value: string): string {
  if (/[%"*?{}[\]\n]/.test(value)) throw new Error(`An rpm can't be given "${value}".`);
  return value;
}
