import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../support/programs/processes.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';
import { requireOk } from './content-house.ts';

/* Finding 30: contents that cannot be deleted, in front of everything that a person purged. */

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let service: TestService;
let ann: ServiceCaller;
beforeAll(async () => {
  service = await startSingleService({ clock });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

/** The paths of the stored contents, in the order in which they are deleted. */
async function contents(): Promise<readonly string[]> {
  const blobs = path.join(service.dataDirectory, 'blobs');
  const names = await readdir(blobs, { recursive: true });
  return names
    .filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{32}$/.test(name))
    .sort()
    .map((name) => path.join(blobs, name));
}

/** The figure of a line at `/metrics`; 0 when there is none. */
async function figure(line: string): Promise<number> {
  const text = await (await fetch(`${service.listenUrl}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length) ?? 0,
  );
}

const runs = (end: string) => figure(`tandem_job_runs_total{job="delete released contents",end="${end}"}`);

test('one content that cannot be deleted stops no other, is counted, and goes when the disk lets it', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const { entries } = requireOk(await ann.upload({ name: `${index}`, parent: { id: '0' } }, `content ${index}`));
    ids.push(String(entries[0]?.id));
  }
  const stored = await contents();
  expect(stored).toHaveLength(12);
  const [stuck = ''] = stored;
  // No process can unlink a folder that is not empty as if it were a file, not even root.
  await rename(stuck, `${stuck}.aside`);
  await mkdir(stuck);
  await writeFile(path.join(stuck, 'held'), '');
  for (const id of ids) {
    expect((await ann.delete(`/files/${id}`)).status).toBe(204);
    expect((await ann.delete(`/files/${id}/trash`)).status).toBe(204);
  }
  clock.ahead += 10 * 60_000;
  await eventually('the job fails for one', async () => (await runs('failed')) > 0);
  expect(await contents()).toEqual([stuck]);
  expect(await figure('tandem_contents_deleted_total')).toBe(11);

  const doneBefore = await runs('done');
  await rm(stuck, { recursive: true });
  await rename(`${stuck}.aside`, stuck);
  clock.ahead += 10 * 60_000;
  await eventually('the job deletes the last one', async () => (await contents()).length === 0);
  expect(await figure('tandem_contents_deleted_total')).toBe(12);
  await eventually('the job is done', async () => (await runs('done')) > doneBefore);
}, 120_000);
