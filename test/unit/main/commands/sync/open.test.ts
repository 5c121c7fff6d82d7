import { beforeEach, expect, test } from 'vitest';
import type { CommandWorld } from '../../../../../main/commands/command-world.ts';
import { rootCommands } from '../../../../../main/commands/sync/roots.ts';

let done: string[] = [];
beforeEach(() => {
  done = [];
});

const handlers = rootCommands({
  engine: { status: () => ({ roots: [{ id: 1, localPath: '/home/ann/Tandem' }] }) },
  host: {
    reveal: async (path: string) => void done.push(`show ${path}`),
    openFile: async (path: string) => void done.push(`open ${path}`),
  },
} as unknown as CommandWorld);

test.each(['plan.pdf', 'Photos/Facade.JPG', 'notes.md'])('%s opens with its program', async (path) => {
  expect(await handlers['root.open']({ rootId: 1, path })).toMatchObject({ ok: true });
  expect(done).toEqual([`open /home/ann/Tandem/${path}`]);
});

test.each(['setup.exe', 'run.sh', 'page.html', 'logo.svg', 'link.url', 'budget.xlsm', 'plan.pdf.desktop', 'no kind'])(
  '%s could run something, so it is only shown in its folder',
  async (path) => {
    await handlers['root.open']({ rootId: 1, path });
    expect(done).toEqual([`show /home/ann/Tandem/${path}`]);
  },
);

test.each(['../secret.pdf', 'a/../../secret.pdf'])('%s is not in the folder, and nothing opens', async (path) => {
  expect(await handlers['root.open']({ rootId: 1, path })).toMatchObject({ ok: false, error: { code: 'bad_path' } });
  expect(await handlers['root.open']({ rootId: 2, path: 'a.pdf' })).toMatchObject({ ok: false });
  expect(done).toEqual([]);
});
