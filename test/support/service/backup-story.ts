import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { type ServiceProcess, startService, tandemService } from '../programs/processes.ts';
import { callerOf, type ServiceCaller } from './callers/service-caller.ts';

/** Where a service keeps its data, as command line flags, and its working directory. */
export interface BackupPlace {
  readonly data: string;
  readonly flags: readonly string[];
}

/** Files with content by name. */
export type Contents = ReadonlyMap<string, Buffer>;

/** Uploads files of several sizes, an older version, and a trashed file. Returns the contents that a restored service must hold. */
async function fillService(ann: ServiceCaller): Promise<Contents> {
  const contents = new Map<string, Buffer>([
    ['empty.bin', Buffer.alloc(0)],
    ['small.bin', randomBytes(700)],
    ['large.bin', randomBytes(3_000_000)],
  ]);
  for (const [name, bytes] of contents) await ann.upload({ name, parent: { id: '0' } }, bytes);
  const versioned = await ann.upload({ name: 'versioned.bin', parent: { id: '0' } }, 'first');
  const id = versioned.json.entries[0]?.id;
  await ann.upload({ name: 'versioned.bin' }, 'second', `/files/${id}/content`);
  contents.set('versioned.bin', Buffer.from('second'));
  const trashed = await ann.upload({ name: 'trashed.bin', parent: { id: '0' } }, randomBytes(900));
  await ann.delete(`/files/${trashed.json.entries[0]?.id}`);
  return contents;
}

/** Uploads and permanently deletes files until stopped. Returns the number of acknowledged uploads. */
function keepChanging(ann: ServiceCaller): { stop(): Promise<number> } {
  let isOver = false;
  const run = async (): Promise<number> => {
    let uploads = 0;
    while (!isOver) {
      const uploaded = await ann.upload({ name: `busy ${uploads}`, parent: { id: '0' } }, randomBytes(5_000));
      expect(uploaded.status).toBe(201);
      const id = uploaded.json.entries[0]?.id;
      await ann.delete(`/files/${id}`);
      await ann.delete(`/files/${id}/trash`);
      uploads += 1;
    }
    return uploads;
  };
  const ended = run();
  return {
    stop: async () => {
      isOver = true;
      return ended;
    },
  };
}

/** All contents in the person's root folder, by name. */
async function contentsOf(ann: ServiceCaller): Promise<Contents> {
  const { entries } = (await ann.get('/folders/0/items?limit=1000&fields=name')).json;
  const contents = new Map<string, Buffer>();
  for (const { id, name } of entries) contents.set(name, (await ann.download(id)).bytes);
  return contents;
}

/** Backs up a service under load, restores it into `to`, and expects all previously acknowledged data. */
export async function expectRestorable(
  service: ServiceProcess,
  token: string,
  { from, to, folder }: { readonly from: BackupPlace; readonly to: BackupPlace; readonly folder: string },
): Promise<void> {
  const ann = callerOf(service, token);
  const before = await fillService(ann);
  const busy = keepChanging(ann);
  const backup = await tandemService(['backup', '--to', folder, '--data', from.data, ...from.flags]);
  expect(await busy.stop()).toBeGreaterThan(0);
  expect([backup.code, backup.stderr]).toEqual([0, '']);
  expect(JSON.parse(backup.stdout)).toMatchObject({ backup: folder, faults: [] });

  const verified = await tandemService(['verify', '--backup', folder]);
  expect([verified.code, JSON.parse(verified.stdout).faults]).toEqual([0, []]);

  const restored = await tandemService(['restore', '--from', folder, '--data', to.data, ...to.flags]);
  const warning = expect.stringMatching(/^Content that has expired since the backup, [^\n]+\n$/);
  expect([restored.code, restored.stderr]).toEqual([0, warning]);
  expect(JSON.parse(restored.stdout)).toMatchObject({ faults: [], bytes: JSON.parse(backup.stdout).bytes });

  const again = await startService(to.data, 0, to.flags);
  try {
    const seen = await contentsOf(callerOf(again, token));
    for (const [name, bytes] of before) expect(seen.get(name)?.equals(bytes), name).toBe(true);
    const { entries } = (await callerOf(again, token).get('/folders/trash/items?fields=name')).json;
    expect(entries.map(({ name }) => name)).toContain('trashed.bin');
  } finally {
    await again.kill('SIGTERM');
  }
  const refused = await tandemService(['restore', '--from', folder, '--data', to.data, ...to.flags]);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/already contains data/);
}
