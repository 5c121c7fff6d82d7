import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTree } from '../../support/files/disk-tree.ts';
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

test('a dry run prints the plan and changes nothing on either side', async () => {
  const a = await place.computer('a');
  await writeFile(join(a.root, 'new.txt'), 'new');
  const dry = await a.once('--dry-run');
  expect(dry.stdout).toContain('new.txt');
  expect(await place.web().items('0')).toEqual([]);
  expect(await readdir(a.root)).toEqual(['new.txt']);
  expect((await a.once()).report.uploaded).toBe(1);
});
