import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesOf, idsInRoot, positionOf, rootOf, shareFolder } from '../../../support/people/folder-sharers.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: TestPerson;
let asBob: ServiceCaller;
let carol: TestPerson;
let asCarol: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  bob = await service.addPerson('bob@example.com', 'Bob');
  carol = await service.addPerson('carol@example.com', 'Carol');
  // The administrator sees more than others: the owner of these tests is a plain user.
  ann = callerOf(service, (await service.addPerson('owner@example.com', 'Owner')).token);
  asBob = callerOf(service, bob.token);
  asCarol = callerOf(service, carol.token);
});
afterAll(() => service.stop());

const newFolder = async (caller = ann, name = `folder ${++made}`, parent = '0') =>
  (await caller.post('/folders', { name, parent: { id: parent } })).json.id;
const newFile = async (caller: ServiceCaller, parent: string, name = `file ${++made}`, text = 'text') =>
  (await caller.upload({ name, parent: { id: parent } }, text)).json.entries[0]?.id ?? '';

describe('names in the roots of others', () => {
  test('a shared folder that gets a name which a root has already goes by a number there', async () => {
    const name = `Plans ${++made}`;
    const own = await newFolder(asBob, name);
    const folder = await newFolder();
    await shareFolder(ann, folder, bob.login);
    await shareFolder(ann, folder, carol.login);
    const below = await newFolder(ann, 'below', folder);
    const start = await positionOf(asBob);
    expect((await ann.put(`/folders/${folder}`, { name: name.toUpperCase() })).status).toBe(200);
    const shown = `${name.toUpperCase()} (2)`;
    expect(await rootOf(asBob)).toEqual(
      expect.arrayContaining([
        { id: own, name },
        { id: folder, name: shown },
      ]),
    );
    expect((await asBob.get('/folders/0/items?fields=name&limit=1000')).json.entries).toContainEqual(
      expect.objectContaining({ id: folder, name: shown }),
    );
    expect((await asBob.get(`/folders/${folder}`)).json.name).toBe(shown);
    const path = (await asBob.get(`/folders/${below}`)).json.path_collection.entries;
    expect(path.map((entry) => entry.name)).toEqual(['All Files', shown]);
    expect((await changesOf(asBob, start)).map(({ event_type, source }) => [event_type, source.name])).toEqual([
      ['ITEM_RENAME', shown],
    ]);
    expect((await asCarol.get(`/folders/${folder}`)).json.name).toBe(name.toUpperCase());
    expect((await ann.get(`/folders/${folder}`)).json.name).toBe(name.toUpperCase());
  });

  test('the number takes a name too, stays while the name stays, and goes with the next one', async () => {
    const name = `Notes ${++made}`;
    const own = await newFolder(asBob, name);
    const folder = await newFolder();
    await shareFolder(ann, folder, bob.login);
    await ann.put(`/folders/${folder}`, { name });
    expect((await asBob.post('/folders', { name: `${name} (2)`, parent: { id: '0' } })).status).toBe(409);
    await asBob.put(`/folders/${own}`, { name: `old ${name}` });
    expect((await asBob.get(`/folders/${folder}`)).json.name).toBe(`${name} (2)`);
    const same = await asBob.put(`/folders/${folder}`, { name: `${name} (2)` });
    expect([same.status, same.json.name]).toEqual([200, `${name} (2)`]);
    expect((await ann.get(`/folders/${folder}`)).json.name).toBe(name);
    await ann.put(`/folders/${folder}`, { name: `${name} again` });
    expect((await asBob.get(`/folders/${folder}`)).json.name).toBe(`${name} again`);
  });

  test('a collaborator renames for all, but not to a name that the own root has', async () => {
    const folder = await newFolder();
    await shareFolder(ann, folder, bob.login);
    const name = `Mine ${++made}`;
    await newFolder(asBob, name);
    const refused = await asBob.put(`/folders/${folder}`, { name });
    expect([refused.status, refused.json.code]).toEqual([409, 'item_name_in_use']);
    expect((await asBob.put(`/folders/${folder}`, { name: `${name} better` })).status).toBe(200);
    expect((await ann.get(`/folders/${folder}`)).json.name).toBe(`${name} better`);
  });

  test('a new version under the shown name of a shared file does not rename the file', async () => {
    const name = `table ${++made}.txt`;
    await newFile(asBob, '0', name);
    const file = await newFile(ann, '0', `other ${made}.txt`);
    await ann.post('/collaborations', {
      item: { type: 'file', id: file },
      accessible_by: { type: 'user', login: bob.login },
      role: 'editor',
    });
    await ann.put(`/files/${file}`, { name });
    const shown = name.replace('.txt', ' (2).txt');
    expect((await asBob.get(`/files/${file}`)).json.name).toBe(shown);
    const uploaded = await asBob.upload({ name: shown }, 'new', `/files/${file}/content`);
    expect(uploaded.json.entries[0]?.name).toBe(shown);
    expect((await ann.get(`/files/${file}`)).json).toMatchObject({ name, size: 3 });
  });
});

describe('a new version with another name', () => {
  test('goes by a number as well where that name is taken', async () => {
    const name = `list ${++made}.txt`;
    await newFile(asBob, '0', name);
    const file = await newFile(ann, '0', `draft ${made}.txt`);
    await ann.post('/collaborations', {
      item: { type: 'file', id: file },
      accessible_by: { type: 'user', login: bob.login },
      role: 'viewer',
    });
    await ann.upload({ name }, 'renamed', `/files/${file}/content`);
    expect((await asBob.get(`/files/${file}`)).json.name).toBe(name.replace('.txt', ' (2).txt'));
  });
});

describe('an item hidden behind another share', () => {
  test('comes back into the root when the folder above is taken away', async () => {
    const above = await newFolder();
    const folder = await newFolder(ann, `inner ${++made}`, above);
    await shareFolder(ann, folder, bob.login);
    const { id } = (await shareFolder(ann, above, bob.login)).json;
    expect(await idsInRoot(asBob)).not.toContain(folder);
    const start = await positionOf(asBob);
    await ann.delete(`/collaborations/${id}`);
    expect(await idsInRoot(asBob)).toContain(folder);
    expect((await changesOf(asBob, start)).map(({ event_type, source }) => [event_type, source.id])).toEqual([
      ['ITEM_UNSYNC', above],
      ['ITEM_SYNC', folder],
    ]);
  });
});
