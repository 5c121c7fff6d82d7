import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

/** Importer, imported module, and the rule that must refuse it. */
type Planted = readonly [from: string, to: string, rule: string];

const refused: readonly Planted[] = [
  ['contract/resources/a.ts', 'node:fs', 'contract'],
  ['contract/resources/b.ts', 'main/engine/model/ids.ts', 'contract'],
  ['service/ports/a.ts', 'fastify', 'service-ports'],
  ['service/domain/a.ts', 'service/adapters/blob-disk/blob.ts', 'service-domain'],
  ['service/domain/b.ts', 'node:fs', 'service-domain'],
  ['service/domain/c.ts', 'service/http/bind.ts', 'service-domain'],
  ['service/domain/d.ts', 'service/domain/access/ok.ts', 'service-domain-kernel'],
  ['service/domain/access/a.ts', 'service/domain/change/ok.ts', 'service-domain-access'],
  ['service/domain/representation/a.ts', 'service/domain/notes/ok.ts', 'service-domain-representation'],
  ['service/domain/change/a.ts', 'service/domain/streams/ok.ts', 'service-domain-change'],
  ['service/domain/streams/a.ts', 'service/domain/tree/ok.ts', 'service-domain-streams'],
  ['service/domain/governance/a.ts', 'service/domain/tree/ok.ts', 'service-domain-governance'],
  ['service/domain/notes/a.ts', 'service/domain/tree/ok.ts', 'service-domain-notes'],
  ['service/domain/tree/a.ts', 'service/domain/collaborations/ok.ts', 'service-domain-tree'],
  ['service/domain/collaborations/a.ts', 'service/domain/people/ok.ts', 'service-domain-collaborations'],
  ['service/domain/people/a.ts', 'service/domain/upkeep/ok.ts', 'service-domain-people'],
  ['service/domain/surfaces/a.ts', 'service/domain/people/ok.ts', 'service-domain-surfaces'],
  ['service/domain/idempotency/a.ts', 'service/domain/change/ok.ts', 'service-domain-idempotency'],
  ['service/domain/upkeep/a.ts', 'service/domain/people/ok.ts', 'service-domain-upkeep'],
  ['service/domain/elsewhere/a.ts', 'service/domain/ok.ts', 'service-domain-has-no-other-room'],
  ['service/http/a.ts', 'service/adapters/blob-disk/blob.ts', 'service-http'],
  ['service/http/b.ts', 'kysely', 'service-http'],
  ['service/adapters/metadata-sql/a.ts', 'service/adapters/blob-disk/blob.ts', 'service-adapters'],
  ['service/adapters/metadata-sql/b.ts', 'service/domain/ok.ts', 'service-adapters'],
  ['service/jobs/a.ts', 'service/adapters/blob-disk/blob.ts', 'service-jobs'],
  ['service/start.ts', 'main/engine/model/ids.ts', 'service-composition'],
  ['main/engine/model/a.ts', 'main/engine/ports/clock.ts', 'main-engine-model'],
  ['main/engine/ports/a.ts', 'main/engine/store/open.ts', 'main-engine-ports'],
  ['main/engine/plan/a.ts', 'node:fs', 'main-engine-plan'],
  ['main/engine/plan/b.ts', 'main/engine/ports/clock.ts', 'main-engine-plan'],
  ['main/engine/store/a.ts', 'main/engine/plan/ok.ts', 'main-engine-store'],
  ['main/engine/observe/local/a.ts', 'main/engine/observe/remote/ok.ts', 'main-engine-observe-local'],
  ['main/engine/observe/local/b.ts', 'node:fs', 'main-engine-observe-local'],
  ['main/engine/observe/remote/a.ts', 'main/engine/observe/local/ok.ts', 'main-engine-observe-remote'],
  ['main/engine/execute/a.ts', 'main/engine/observe/local/ok.ts', 'main-engine-execute'],
  ['main/engine/execute/transfer/a.ts', 'main/engine/execute/ok.ts', 'main-engine-execute-transfer'],
  ['main/engine/recover/a.ts', 'main/engine/acts/ok.ts', 'main-engine-recover'],
  ['main/engine/root/a.ts', 'main/engine/acts/ok.ts', 'main-engine-root'],
  ['main/engine/root/b.ts', 'main/engine/adapters/ok.ts', 'main-engine-root'],
  ['main/engine/report/status/a.ts', 'node:fs', 'main-engine-report-notices-and-status'],
  ['main/engine/report/a.ts', 'main/engine/face/ok.ts', 'main-engine-report'],
  ['main/engine/acts/a.ts', 'main/engine/face/ok.ts', 'main-engine-acts'],
  ['main/engine/acts/b.ts', 'node:fs', 'main-engine-acts'],
  ['main/engine/face/a.ts', 'main/engine/plan/ok.ts', 'main-engine-face'],
  ['main/engine/cycle.ts', 'main/engine/adapters/ok.ts', 'main-engine-face'],
  ['main/engine/adapters/a.ts', 'main/engine/plan/ok.ts', 'main-engine-adapters'],
  ['main/engine/adapters/b.ts', 'electron', 'main-engine-adapters'],
  ['main/api/a.ts', 'main/engine/model/ids.ts', 'main-api'],
  ['main/account/a.ts', 'main/engine/store/open.ts', 'main-account'],
  ['main/commands/a.ts', 'main/engine/store/open.ts', 'main-commands'],
  ['main/commands/b.ts', 'electron', 'main-commands'],
  ['main/ipc/a.ts', 'main/engine/model/ids.ts', 'main-ipc'],
  ['main/ipc/electron-a.ts', 'main/engine/store/open.ts', 'main-ipc-electron-'],
  ['main/disk/a.ts', 'node:net', 'main-disk'],
  ['main/login-service/a.ts', 'main/api/ok.ts', 'main-login-service'],
  ['main/shell/a.ts', 'main/api/ok.ts', 'main-shell'],
  ['main/shell/b.ts', 'main/engine/store/open.ts', 'main-shell'],
  ['main/headless/a.ts', 'main/engine/store/open.ts', 'main-headless'],
  ['main/main.ts', 'renderer/app.tsx', 'main-composition-Electron-'],
  ['main/headless.ts', 'electron', 'main-composition'],
  ['preload/a.ts', 'main/api/ok.ts', 'preload'],
  ['preload/b.ts', 'node:fs', 'preload'],
  ['renderer/features/home/a.ts', 'renderer/features/activity/ok.ts', 'renderer-features'],
  ['renderer/features/home/b.ts', 'main/api/ok.ts', 'renderer-features'],
  ['renderer/parts/a.ts', 'renderer/features/activity/ok.ts', 'renderer-parts'],
  ['renderer/components/a.ts', 'renderer/state/ok.ts', 'renderer-components'],
  ['renderer/state/a.ts', 'renderer/features/activity/ok.ts', 'renderer-state'],
  ['renderer/shown.ts', 'node:fs', 'renderer-composition'],
  ['main/cycle-a.ts', 'main/cycle-b.ts', 'no-cycle'],
  ['main/imports-test.ts', 'test/support/ok.ts', 'no-source-imports-test'],
  ['main/engine/adapters/d.ts', 'node:fs', 'files-of-a-person-through-the-disk-module'],
  ['main/commands/d.ts', 'node:fs/promises', 'files-of-a-person-through-the-disk-module'],
  ['main/shell/d.ts', 'node:fs', 'files-of-a-person-through-the-disk-module'],
  ['main/imports-service.ts', 'service/domain/ok.ts', 'the-service-is-another-process'],
  ['main/imports-nothing.ts', 'main/missing.ts', 'no-unresolved'],
  ['test/imports-undeclared.ts', 'acorn', 'no-undeclared'],
  ['main/imports-development.ts', 'fast-check', 'no-development-package-at-run-time'],
];

/** Arrows that the table allows: a rule that refused these too would prove nothing above. */
const allowed: readonly (readonly [from: string, to: string])[] = [
  ['main/cycle-b.ts', 'main/cycle-a.ts'],
  ['contract/resources/c.ts', 'zod'],
  ['service/adapters/blob-disk/c.ts', 'service/adapters/blob-disk/blob.ts'],
  ['service/http/c.ts', 'fastify'],
  ['service/domain/tree/b.ts', 'service/domain/governance/ok.ts'],
  ['service/domain/tree/c.ts', 'service/domain/refusal.ts'],
  ['main/engine/plan/c.ts', 'main/engine/model/ids.ts'],
  ['main/engine/store/c.ts', 'better-sqlite3'],
  ['main/engine/adapters/c.ts', 'node:fs'],
  ['main/engine/adapters/e.ts', 'main/disk/disk.ts'],
  ['main/shell/c.ts', 'electron'],
  ['main/headless-c.ts', 'main/engine/adapters/ok.ts'],
  ['renderer/features/home/c.ts', 'renderer/components/ok.ts'],
  ['renderer/features/home/d.ts', 'renderer/parts/ok.ts'],
  ['test/c.ts', 'main/engine/store/open.ts'],
];

const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const toolOutput = z.object({ stdout: z.string(), stderr: z.string() });

const repository = path.resolve(import.meta.dirname, '../..');
let folder: string;
let violations: ReadonlySet<string>;

/** Rules that look at running code only; elsewhere a forbidden type is a forbidden arrow. */
const forRunningCode: readonly string[] = [
  'no-development-package-at-run-time',
  'files-of-a-person-through-the-disk-module',
];

async function plant(from: string, to: string, rule?: string): Promise<void> {
  const target = to.includes('/') && !to.startsWith('node:') ? path.posix.relative(path.posix.dirname(from), to) : to;
  const specifier = target === to || target.startsWith('.') ? target : `./${target}`;
  const keyword = rule !== undefined && forRunningCode.includes(rule) ? 'import' : 'import type';
  await write(from, `${keyword} * as planted from '${specifier}';\nexport type Planted = typeof planted;\n`);
  const isSourceFile = specifier.startsWith('.') && !to.includes('missing') && !to.includes('cycle-');
  if (isSourceFile) await write(to, 'export const here = 1;\n');
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-import-table-'));
  for (const file of ['package.json', 'tsconfig.json']) await cp(path.join(repository, file), path.join(folder, file));
  await symlink(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [from, to, rule] of [...refused, ...allowed]) await plant(from, to, rule);

  const command = ['--config', path.join(repository, '.dependency-cruiser.mjs'), '--output-type', 'json'];
  const rooms = ['contract', 'service', 'main', 'preload', 'renderer', 'test'];
  const run = promisify(execFile)(
    process.execPath,
    [path.join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'), ...command, ...rooms],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  );
  // The exit code counts the violations, which are what we came for.
  const output = await run.catch((error: unknown) => toolOutput.parse(error));
  expect(output.stderr).toBe('');
  const { summary } = report.parse(JSON.parse(output.stdout));
  expect(summary.totalCruised).toBeGreaterThan(refused.length);
  violations = new Set(summary.violations.map((violation) => `${violation.from} ${violation.rule.name}`));
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each(refused)('the import table refuses that %s imports %s (%s)', (from, _to, rule) => {
  expect(violations).toContain(`${from} ${rule}`);
});

test.each(allowed)('the import table allows that %s imports %s', (from) => {
  const found = [...violations].filter(
    (violation) => violation.startsWith(`${from} `) && !violation.endsWith('no-cycle'),
  );
  expect(found).toEqual([]);
});
