import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findAndReadConfig } from 'app-builder-lib/out/util/config/load.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allSuites } from '../run/suites.ts';

/** The workflow that runs where the repository is hosted: nothing here can run it, so its shape and its words are checked. */
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.github/workflows');

const Step = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.literal('bash').optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const Permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));
const Job = z.strictObject({
  if: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  permissions: Permissions.optional(),
  strategy: z
    .strictObject({ 'fail-fast': z.boolean(), matrix: z.strictObject({ os: z.array(z.string()) }) })
    .optional(),
  steps: z.array(Step),
});
const Workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: Permissions,
  concurrency: z.record(z.string(), z.unknown()),
  jobs: z.record(z.string(), Job),
});

let workflow: z.infer<typeof Workflow>;
let nightly: z.infer<typeof Workflow>;
beforeAll(async () => {
  [workflow, nightly] = await Promise.all([read('ci'), read('nightly')]);
});

async function read(name: string): Promise<z.infer<typeof Workflow>> {
  const request = { projectDir: folder, configFilename: name, packageKey: name, packageMetadata: null };
  return Workflow.parse((await findAndReadConfig(request))?.result);
}

/** Of both workflows. */
const steps = () => [workflow, nightly].flatMap(({ jobs }) => Object.values(jobs)).flatMap((job) => job.steps);
const systems = ['ubuntu-latest', 'macos-latest', 'windows-latest'];

describe('.github/workflows/ci.yml', () => {
  test('runs for changes, for proposals and for tags of releases; the only other one runs every night', () => {
    expect(readdirSync(folder).sort()).toEqual(['ci.yml', 'nightly.yml']);
    expect(workflow.on).toEqual({ push: { branches: ['main'], tags: ['v*'] }, pull_request: null });
  });

  test('may read; only the job that drafts the release may write, and it runs nothing of the repository', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const writing = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions !== undefined);
    expect(writing.map(([name, { permissions }]) => [name, permissions])).toEqual([
      ['release', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
    ]);
    // Its bill of materials is read from the lock file; nothing of the repository is installed or started.
    const [release] = writing;
    const runs = release?.[1].steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(runs.filter((run) => !/^(npm sbom --package-lock-only|gh release create) /.test(run))).toEqual([]);
    for (const { uses, with: given } of steps()) {
      if (uses?.startsWith('actions/checkout@')) expect(given).toEqual({ 'persist-credentials': false });
    }
  });

  test('uses only actions of the host itself, each pinned to a commit', () => {
    const used = steps().flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  });

  test('tests and packages on three systems, with the real Electron, on Linux under a display', () => {
    for (const name of ['test', 'package']) expect(workflow.jobs[name]?.strategy?.matrix.os).toEqual(systems);
    const runs = workflow.jobs['test']?.steps.map(({ run }) => run ?? '') ?? [];
    expect(runs.some((run) => run.includes('node_modules/electron/install.js'))).toBe(true);
    expect(runs.some((run) => /^xvfb-run .* npm test$/.test(run))).toBe(true);
  });

  test('starts the packaged application on all of them too, after it was packaged', () => {
    const all = workflow.jobs['test']?.steps ?? [];
    const packaged = all.findIndex(({ run }) => run === 'npm run package -- --dir');
    const starts = all.filter(({ env }) => env?.['TANDEM_PACKAGED'] === 'yes');
    expect(starts.map(({ if: only, run }) => [only, run?.replace(/^xvfb-run --auto-servernum /, '')])).toEqual([
      ["runner.os == 'Linux'", 'npm test -- electron'],
      ["runner.os != 'Linux'", 'npm test -- electron'],
    ]);
    expect(packaged).toBeGreaterThan(0);
    expect(starts.every((start) => all.indexOf(start) > packaged)).toBe(true);
  });

  test('fails when the window does not appear within 20 s, and uploads the pictures of both applications', async () => {
    const specs = ['desktop', 'packaged'].map((name) =>
      readFile(path.join(root, `test/electron/${name}.spec.ts`), 'utf8'),
    );
    for (const spec of await Promise.all(specs)) {
      expect(spec).toMatch(/20_000/);
      expect(spec).toMatch(/'test-results\/pictures\/\w+\.png'/);
    }
    const upload = workflow.jobs['test']?.steps.find((step) => String(step.with?.['path']).endsWith('.png'));
    expect(upload).toMatchObject({ if: 'always()', with: { path: 'test-results/pictures/*.png' } });
    // Each run of Playwright empties its own folder: the pictures of the first run would be gone after the second.
    expect(await readFile(path.join(root, 'test/electron/playwright.config.ts'), 'utf8')).toContain(
      "outputDir: '../../test-results/electron'",
    );
  });

  test('asks for scripts and suites that there are', async () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
    const lines = steps().flatMap(({ run }) => run?.split('\n') ?? []);
    const suites = allSuites().map(({ name }) => name);
    for (const line of lines) {
      const [, script] = /\bnpm run ([\w:-]+)/.exec(line) ?? [];
      if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
      const [, asked = ''] = /\bnpm test -- ([\w ]+)/.exec(line) ?? [];
      for (const suite of asked.split(' ').filter(Boolean)) expect(suites).toContain(suite);
    }
  });

  test('a release needs all that was checked, tested and packaged, and only a tag makes one', () => {
    expect(workflow.jobs['package']).toMatchObject({
      if: "startsWith(github.ref, 'refs/tags/v')",
      needs: ['check', 'test'],
    });
    expect(workflow.jobs['release']).toMatchObject({ if: "startsWith(github.ref, 'refs/tags/v')", needs: 'package' });
  });

  test('puts no text of a stranger into a script', () => {
    for (const { run } of steps()) expect(run ?? '').not.toMatch(/\$\{\{/);
  });
});

describe('.github/workflows/nightly.yml', () => {
  test('runs the nightly suite and new seeds every night, may read, and publishes nothing', () => {
    expect(nightly.on).toEqual({
      schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }],
      workflow_dispatch: null,
    });
    expect(nightly.permissions).toEqual({ contents: 'read' });
    const jobs = Object.values(nightly.jobs);
    expect(jobs.flatMap(({ permissions, strategy }) => [permissions, strategy].filter(Boolean))).toEqual([]);
    const runs = jobs.flatMap(({ steps: all }) => all.map(({ run }) => run));
    expect(runs).toContain('npm test -- nightly');
    expect(runs).toContainEqual(expect.stringMatching(/^npm run simulate -- --minutes \d+ --seed "\$\(date /));
    expect(allSuites().find(({ name }) => name === 'nightly')).toMatchObject({ isOnRequest: true });
  });

  test('plants bugs, tortures for ten minutes, and mutates a room that there is on each weekday', async () => {
    const runs = Object.values(nightly.jobs).flatMap(({ steps: all }) => all.flatMap(({ run }) => run ?? []));
    expect(runs).toContain('npm run simulate:planted');
    expect(runs).toContainEqual(expect.stringMatching(/^npm run torture -- --minutes 10 --seed "\$\(date /));
    const [, listed = ''] = /rooms=\(([^)]*)\)/.exec(runs.join('\n')) ?? [];
    const rooms = listed.split(/\s+/).filter(Boolean);
    expect(rooms).toHaveLength(7);
    for (const room of rooms) expect((await stat(path.join(root, room))).isDirectory()).toBe(true);
  });
});
