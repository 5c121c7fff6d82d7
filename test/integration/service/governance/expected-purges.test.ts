import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeExpiredTrash, purgeExpiredVersions } from '../../../../service/domain/upkeep/purge-expired.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const day = 24 * 3600 * 1000;
const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let service: TestService;
let ann: ServiceCaller;
let names = 0;

beforeAll(async () => {
  service = await startTestService({ clock });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

const fresh = (what: string) => `${what} ${++names}`;
const newFolder = async (parent = '0'): Promise<string> =>
  (await ann.post('/folders', { name: fresh('folder'), parent: { id: parent } })).json.id;
const newFile = async (parent: string): Promise<string> =>
  String((await ann.upload({ name: fresh('file'), parent: { id: parent } }, 'x')).json.entries[0]?.id);

/** Retains all that is in a folder; null: indefinitely. */
async function retain(folder: string, days: number | null): Promise<string> {
  const length = days === null ? { policy_type: 'indefinite' } : { policy_type: 'finite', retention_length: days };
  const policy = { policy_name: fresh('Policy'), disposition_action: 'remove_retention', ...length };
  const { id } = (await ann.post('/retention_policies', policy)).json;
  const assign_to = { type: 'folder', id: folder };
  const assigned = await ann.post('/retention_policy_assignments', { policy_id: id, assign_to });
  expect(assigned.status).toBe(201);
  return assigned.json.id;
}

async function hold(type: 'file' | 'folder', id: string): Promise<void> {
  const { json } = await ann.post('/legal_hold_policies', { policy_name: fresh('Case'), is_ongoing: true });
  const assign_to = { type, id };
  expect((await ann.post('/legal_hold_policy_assignments', { policy_id: json.id, assign_to })).status).toBe(201);
}

/** In how many days it is expected to be deleted; null: not as long as something keeps it. */
async function daysOf(path: string): Promise<number | null> {
  const { status, json } = await ann.get(`${path}?fields=purged_at`);
  expect(status).toBe(200);
  return json.purged_at === null ? null : Math.round((Date.parse(String(json.purged_at)) - clock.now()) / day);
}

const isThere = async (path: string) => (await ann.get(path)).status === 200;

describe('purged_at is when the service purges', () => {
  test.each([
    [10, 30],
    [100, 100],
    [null, null],
  ])('a file and a folder that are retained for %s days: after %s', async (retained, expected) => {
    const folder = await newFolder();
    const alone = await newFile(folder);
    const below = await newFolder(folder);
    const inside = await newFile(below);
    const assignment = await retain(folder, retained);
    await ann.delete(`/files/${alone}`);
    await ann.delete(`/folders/${below}?recursive=true`);
    const paths = [`/files/${alone}/trash`, `/folders/${below}/trash`];
    for (const path of paths) expect(await daysOf(path)).toBe(expected);
    const listed = (await ann.get('/folders/trash/items?fields=purged_at&limit=1000')).json.entries;
    const entry = listed.find(({ id, type }) => id === alone && type === 'file');
    expect(entry?.purged_at === null).toBe(expected === null);
    // The file in the folder goes with it.
    const under = `/retention_policy_assignments/${assignment}/files_under_retention?fields=purged_at`;
    const withFolder = (await ann.get(under)).json.entries.find(({ id }) => id === inside);
    expect(withFolder?.purged_at).toBe((await ann.get(`${paths[1]}?fields=purged_at`)).json.purged_at);

    clock.ahead += ((expected ?? 200) - 1) * day;
    await purgeExpiredTrash(service.service);
    expect(await Promise.all(paths.map(isThere))).toEqual(paths.map(() => true));
    clock.ahead += 2 * day;
    await purgeExpiredTrash(service.service);
    const stays = expected === null;
    expect(await Promise.all(paths.map(isThere))).toEqual(paths.map(() => stays));
  });

  test('what a legal hold keeps, as an item and as a past version', async () => {
    const folder = await newFolder();
    const file = await newFile(folder);
    const version = (await ann.get(`/files/${file}`)).json.file_version.id;
    await ann.upload({}, 'newer', `/files/${file}/content`);
    await hold('file', file);
    await ann.delete(`/files/${file}/versions/${version}`);
    expect((await ann.get(`/files/${file}/versions/${version}`)).json).toMatchObject({
      trashed_at: expect.any(String),
      purged_at: null,
    });
    const events = async () => (await ann.get('/events?stream_position=0&limit=500')).json.entries;
    await ann.delete(`/folders/${folder}?recursive=true`);
    expect(await daysOf(`/folders/${folder}/trash`)).toBeNull();
    const trashed = (await events()).findLast(({ event_type }) => event_type === 'ITEM_TRASH');
    expect(trashed?.source).toMatchObject({ id: folder, item_status: 'trashed', purged_at: null });
    clock.ahead += 400 * day;
    await purgeExpiredTrash(service.service);
    await purgeExpiredVersions(service.service);
    expect(await isThere(`/folders/${folder}/trash`)).toBe(true);
  });

  test('a past version that is retained for longer than the trash keeps it', async () => {
    const folder = await newFolder();
    const file = await newFile(folder);
    const version = (await ann.get(`/files/${file}`)).json.file_version.id;
    await ann.upload({}, 'newer', `/files/${file}/content`);
    await retain(folder, 60);
    await ann.delete(`/files/${file}/versions/${version}`);
    expect(await daysOf(`/files/${file}/versions/${version}`)).toBe(60);
  });
});
