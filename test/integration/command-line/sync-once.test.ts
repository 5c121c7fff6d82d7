import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTree } from '../../support/files/disk-tree.ts';
import { eventually, tandem } from '../../support/programs/processes.ts';
import { openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
});
afterEach(() => place.close());

async function plant(root: string, files: number): Promise<void> {
  for (let folder = 0; folder < 5; folder++) {
    await mkdir(join(root, `folder ${folder}`, 'deep', 'deeper'), { recursive: true });
    await mkdir(join(root, `folder ${folder}`, 'empty'));
    for (let file = 0; file < files / 5; file++) {
      const below = file % 2 === 0 ? 'deep' : 'deep/deeper';
      await writeFile(
        join(root, `folder ${folder}`, below, `file ${file} é 😀.txt`),
        `${folder}/${file}\n`.repeat(file),
      );
    }
  }
}

test('a tree goes up from one folder and comes down into another, byte for byte', async () => {
  const [a, b] = [await place.computer('a'), await place.computer('b')];
  await plant(a.root, 50);
  await symlink('/etc', join(a.root, 'link'));

  const up = await a.once();
  expect(up.code).toBe(0);
  expect(up.report).toMatchObject({ state: 'in_sync', uploaded: 50, downloaded: 0, conflicts: 0, blocked: [] });
  expect(up.report.ignored.map((entry) => entry.path)).toContain('link');

  const down = await b.once();
  expect(down.report).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 50 });
  expect(await readTree(b.root)).toEqual(await readTree(a.root));

  for (const computer of [a, b]) {
    const again = (await computer.once()).report;
    expect(again).toMatchObject({ uploaded: 0, downloaded: 0, moved: 0, deleted_local: 0, deleted_remote: 0 });
    expect(again.requests).toBeLessThanOrEqual(2);
  }
});

test('after Ctrl-C the document says that it was interrupted, and has the counts of a report', async () => {
  const a = await place.computer('a');
  await a.once();
  const env = { TANDEM_TOKEN: place.token };
  expect((await tandem(['bandwidth', '--up', '50k', ...a.flags], { env })).code).toBe(0);
  await writeFile(join(a.root, 'small.txt'), 'small');
  await writeFile(join(a.root, 'large.bin'), Buffer.alloc(30_000_000, 1));
  const syncing = a.sync('--once', '--json');
  await eventually('the small file is there', () => place.web().find('0', 'small.txt'));
  const end = await syncing.kill('SIGINT');
  expect([end.code, JSON.parse(end.stdout)]).toMatchObject([
    1,
    {
      state: 'error',
      code: 'interrupted',
      remedy: expect.any(String),
      uploaded: expect.any(Number),
      downloaded: 0,
      blocked: [],
    },
  ]);
});

test('a dry run prints the plan and changes nothing on either side', async () => {
  const a = await place.computer('a');
  await writeFile(join(a.root, 'new.txt'), 'new');
  const dry = await a.once('--dry-run');
  expect(dry.stdout).toContain('new.txt');
  expect(await place.web().items('0')).toEqual([]);
  expect(await readdir(a.root)).toEqual(['new.txt']);
  expect((await a.once()).report.uploaded).toBe(1);
});

test('while syncing is paused, one pass says so and does nothing', async () => {
  const a = await place.computer('a');
  await a.once();
  const env = { TANDEM_TOKEN: place.token };
  await tandem(['pause', '--for', '30m', ...a.flags], { env });
  await writeFile(join(a.root, 'new.txt'), 'new');
  const end = await a.sync('--once', '--json').finished;
  expect([end.code, JSON.parse(end.stdout)]).toMatchObject([
    1,
    {
      state: 'error',
      code: 'paused',
      message: expect.stringContaining('for another 30 min'),
      remedy: expect.any(String),
    },
  ]);
  expect(await place.web().items('0')).toEqual([]);
  await tandem(['resume', ...a.flags], { env });
  expect((await a.once()).report.uploaded).toBe(1);
});
