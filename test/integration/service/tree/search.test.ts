import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexOldItems } from '../../../../service/domain/notes/search/index-old-items.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let bob: TestPerson;
let ann: ServiceCaller;
let asBob: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  bob = await service.addPerson('bob@example.com', 'Bob');
  ann = callerOf(service, service.person.token);
  asBob = callerOf(service, bob.token);
});
afterAll(() => service.stop());

/** A word that nothing else has. */
function freshWord(): string {
  return `word${String.fromCharCode(97 + (made % 26))}x${++made}`;
}

async function newFile(name: string, parentId = '0', text = 'text'): Promise<string> {
  const uploaded = await ann.upload({ name, parent: { id: parentId } }, text);
  expect(uploaded.status).toBe(201);
  return uploaded.json.entries[0]?.id ?? '';
}

async function newFolder(name: string, parentId = '0'): Promise<string> {
  return (await ann.post('/folders', { name, parent: { id: parentId } })).json.id;
}

async function share(item: { readonly type: string; readonly id: string }, role = 'viewer'): Promise<void> {
  const accessible_by = { type: 'user', login: bob.login };
  expect((await ann.post('/collaborations', { item, accessible_by, role })).status).toBe(201);
}

async function found(query: string, more = '', who = ann): Promise<string[]> {
  const answer = await who.get(`/search?query=${encodeURIComponent(query)}${more}`);
  expect(answer.status).toBe(200);
  return answer.json.entries.map((entry) => entry.id);
}

describe('where a search looks', () => {
  test('names, by the beginning of a word too; descriptions, tags and comments by whole words', async () => {
    const words = { name: freshWord(), description: freshWord(), tag: freshWord(), comment: freshWord() };
    const file = await newFile(`The ${words.name.toUpperCase()}_2.txt`);
    await ann.put(`/files/${file}`, { description: `some ${words.description}!`, tags: [words.tag] });
    await ann.post('/comments', { message: `a ${words.comment}`, item: { type: 'file', id: file } });
    for (const word of Object.values(words)) expect(await found(word)).toEqual([file]);
    expect(await found(words.name.slice(0, -1))).toContain(file);
    for (const word of [words.description, words.tag, words.comment])
      expect(await found(word.slice(0, -1))).toEqual([]);
  });

  test('content_types narrows it', async () => {
    const word = freshWord();
    const named = await newFile(`${word}.txt`);
    const tagged = await newFile(`${freshWord()}.txt`);
    await ann.put(`/files/${tagged}`, { tags: [word] });
    expect((await found(word)).sort()).toEqual([named, tagged].sort());
    expect(await found(word, '&content_types=name')).toEqual([named]);
    expect(await found(word, '&content_types=tags,comments')).toEqual([tagged]);
    expect(await found(word, '&content_types=file_content')).toEqual([]);
  });

  test('renamed, an item is found by the new name at once and by the old one no more', async () => {
    const [old, fresh] = [freshWord(), freshWord()];
    const folder = await newFolder(old);
    await ann.put(`/folders/${folder}`, { name: fresh });
    expect(await found(old)).toEqual([]);
    expect(await found(fresh)).toEqual([folder]);
  });

  test('a comment that is changed or deleted is not found by its old text', async () => {
    const [old, fresh] = [freshWord(), freshWord()];
    const file = await newFile(`${freshWord()}.txt`);
    const comment = (await ann.post('/comments', { message: old, item: { type: 'file', id: file } })).json.id;
    await ann.put(`/comments/${comment}`, { message: fresh });
    expect([await found(old), await found(fresh)]).toEqual([[], [file]]);
    await ann.delete(`/comments/${comment}`);
    expect(await found(fresh)).toEqual([]);
  });

  test('the contents of a copied folder are found, and belong to the person who copied it', async () => {
    const [word, top] = [freshWord(), freshWord()];
    const folder = await newFolder(top);
    await newFile(`${word}.txt`, folder);
    await share({ type: 'folder', id: folder });
    const copy = await asBob.post(`/folders/${folder}/copy`, { parent: { id: '0' }, name: freshWord() });
    expect(copy.status).toBe(201);
    expect(await found(word)).toHaveLength(1);
    expect(await found(word, '', asBob)).toHaveLength(2);
    expect(await found(top, '', asBob)).toEqual([folder]);
  });

  test('items of a time without search are found once the job has seen them', async () => {
    const word = freshWord();
    const file = await newFile(`${word}.txt`);
    const { store } = service.service;
    await store.transaction((tx) => tx.words.remove({ itemId: file, commentId: null }));
    expect(await found(word)).toEqual([]);
    expect(await indexOldItems(service.service)).toBeGreaterThan(0);
    expect(await found(word)).toEqual([file]);
    expect(await indexOldItems(service.service)).toBe(0);
  });
});

describe('operators', () => {
  test('words are joined by OR unless AND, NOT or quotes say otherwise', async () => {
    const [one, two] = [freshWord(), freshWord()];
    const both = await newFile(`${one} and ${two}.txt`);
    const first = await newFile(`${one}.txt`);
    const second = await newFile(`${two}.txt`);
    const ids = async (query: string) => (await found(query)).sort();
    expect(await ids(`${one} ${two}`)).toEqual([both, first, second].sort());
    expect(await ids(`${one} AND ${two}`)).toEqual([both]);
    expect(await ids(`${one} NOT ${two}`)).toEqual([first]);
    expect(await ids(`"${one} and ${two}"`)).toEqual([both]);
    expect(await ids(`"${one} ${two}"`)).toEqual([]);
    expect(await ids(`"${one.slice(0, -1)}"`)).toEqual([]);
    expect(await ids(`${one}.txt`)).toEqual([first]);
  });

  test('web links alone are listed without a query: live, in the trash, and of others who share them', async () => {
    const folder = await newFolder(freshWord());
    const link = async (parent: string, who = ann) =>
      (await who.post('/web_links', { url: 'https://example.com', parent: { id: parent }, name: freshWord() })).json.id;
    const [own, inside, gone] = [await link('0'), await link(folder), await link(folder)];
    await newFile(freshWord(), folder);
    expect((await ann.delete(`/web_links/${gone}`)).status).toBe(204);
    const listed = async (more: string, who = ann) => {
      const answer = await who.get(`/search?type=web_link&limit=200${more}`);
      expect(answer.status).toBe(200);
      return answer.json.entries.map((entry) => entry.id).toSorted();
    };
    expect(await listed('')).toEqual([own, inside].toSorted());
    expect(await listed('&trash_content=trashed_only')).toEqual([gone]);
    expect(await listed('', asBob)).toEqual([]);
    await share({ type: 'folder', id: folder });
    const [invitation] = (await asBob.get('/collaborations?status=pending')).json.entries;
    await asBob.put(`/collaborations/${invitation?.id}`, { status: 'accepted' });
    expect(await listed('', asBob)).toEqual([inside]);
    expect((await ann.get('/search?type=file')).json.code).toBe('missing_parameter');
  });

  test('without a query and a filter 400 missing_parameter; only NOT 400 invalid_parameter', async () => {
    const missing = await ann.get('/search');
    expect([missing.status, missing.json.code]).toEqual([400, 'missing_parameter']);
    const empty = await ann.get('/search?query=%20');
    expect(empty.json.code).toBe('missing_parameter');
    const negative = await ann.get('/search?query=NOT%20this');
    expect([negative.status, negative.json.code]).toEqual([400, 'invalid_parameter']);
  });
});

describe('who sees what', () => {
  test('shared items are found, also through a shared folder above; others are not', async () => {
    const word = freshWord();
    const folder = await newFolder(freshWord());
    const inside = await newFile(`${word} inside.txt`, folder);
    const alone = await newFile(`${word} alone.txt`);
    await newFile(`${word} hidden.txt`);
    await share({ type: 'folder', id: folder });
    await share({ type: 'file', id: alone });
    expect((await found(word, '', asBob)).sort()).toEqual([inside, alone].sort());
    expect(await found(word)).toHaveLength(3);
  });

  test('moved to another owner, an item is found there and nowhere else', async () => {
    const word = freshWord();
    const place = (await asBob.post('/folders', { name: freshWord(), parent: { id: '0' } })).json.id;
    const accessible_by = { type: 'user', login: service.person.login };
    await asBob.post('/collaborations', { item: { type: 'folder', id: place }, accessible_by, role: 'editor' });
    const folder = await newFolder(freshWord());
    const file = await newFile(`${word}.txt`, folder);
    expect(await found(word, '', asBob)).toEqual([]);
    expect((await ann.put(`/folders/${folder}`, { parent: { id: place } })).status).toBe(200);
    expect(await found(word, '', asBob)).toEqual([file]);
    expect(await found(word)).toEqual([file]);
  });

  test('enterprise_content is for administrators', async () => {
    const word = freshWord();
    const folder = await asBob.post('/folders', { name: word, parent: { id: '0' } });
    expect(await found(word)).toEqual([]);
    expect(await found(word, '&scope=enterprise_content')).toEqual([folder.json.id]);
    expect((await asBob.get(`/search?query=${word}&scope=enterprise_content`)).status).toBe(403);
  });
});

describe('filters', () => {
  test('type, extension, size, dates, owner, updater and folder above', async () => {
    const word = freshWord();
    const before = new Date(Date.now() - 60_000).toISOString();
    const folder = await newFolder(`${word} folder`);
    const below = await newFolder('below', folder);
    const small = await newFile(`${word} small.TXT`, below, 'ab');
    const large = await newFile(`${word} large.pdf`, folder, 'x'.repeat(5000));
    const ids = async (more: string) => (await found(word, more)).sort();
    expect(await ids('&type=folder')).toEqual([folder]);
    expect(await ids('&file_extensions=txt')).toEqual([small]);
    expect(await ids('&file_extensions=pdf,.txt')).toEqual([small, large].sort());
    expect(await ids('&size_range=1000,&type=file')).toEqual([large]);
    expect(await ids('&size_range=,1000&type=file')).toEqual([small]);
    expect(await ids(`&created_at_range=${before},`)).toHaveLength(3);
    expect(await ids(`&updated_at_range=,${before}`)).toEqual([]);
    expect(await ids(`&owner_user_ids=${bob.id}`)).toEqual([]);
    expect(await ids(`&recent_updater_user_ids=${service.person.id},${bob.id}`)).toHaveLength(3);
    expect(await ids(`&ancestor_folder_ids=${below}`)).toEqual([small]);
    expect(await ids(`&ancestor_folder_ids=${folder}`)).toEqual([small, large].sort());
    expect(await ids('&ancestor_folder_ids=0')).toHaveLength(3);
    expect((await asBob.get(`/search?query=${word}&ancestor_folder_ids=${folder}`)).status).toBe(404);
  });

  test.each([
    'file_extensions',
    'owner_user_ids',
    'recent_updater_user_ids',
    'deleted_user_ids',
    'ancestor_folder_ids',
    'content_types',
  ])('an empty %s is none', async (name) => {
    const word = freshWord();
    const file = await newFile(`${word}.txt`);
    for (const value of ['', ',', '%20,']) expect(await found(word, `&${name}=${value}`)).toEqual([file]);
  });

  test.each([
    ['size_range', 'abc'],
    ['size_range', '5'],
    ['created_at_range', 'yesterday,today'],
    ['owner_user_ids', 'me'],
    ['content_types', 'everything'],
    ['type', 'book'],
    ['mdfilters', '[{]'],
    ['mdfilters', '[{"scope":"enterprise","templateKey":"nothing_like_it"}]'],
  ])('%s=%s is refused with 400 invalid_parameter', async (name, value) => {
    const refused = await ann.get(`/search?query=x&${name}=${encodeURIComponent(value)}`);
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_parameter']);
  });

  test('the trash is left out unless trash_content includes it; filters by deleter and date', async () => {
    const word = freshWord();
    const folder = await newFolder(freshWord());
    const inside = await newFile(`${word} inside.txt`, folder);
    const live = await newFile(`${word} live.txt`);
    await ann.delete(`/folders/${folder}?recursive=true`);
    const now = new Date(Date.now() + 60_000).toISOString();
    expect(await found(word)).toEqual([live]);
    expect(await found(word, '&trash_content=trashed_only')).toEqual([inside]);
    expect((await found(word, '&trash_content=all_items')).sort()).toEqual([inside, live].sort());
    const deleted = (more: string) => found(word, `&trash_content=trashed_only${more}`);
    expect(await deleted(`&deleted_user_ids=${service.person.id}&deleted_at_range=,${now}`)).toEqual([inside]);
    expect(await deleted(`&deleted_user_ids=${bob.id}`)).toEqual([]);
  });

  test('mdfilters find by metadata alone, by every type of field', async () => {
    const templateKey = freshWord();
    const fields = [
      { type: 'string', key: 'client', displayName: 'Client' },
      { type: 'float', key: 'amount', displayName: 'Amount' },
      { type: 'date', key: 'until', displayName: 'Until' },
      { type: 'enum', key: 'state', displayName: 'State', options: [{ key: 'open' }, { key: 'closed' }] },
      { type: 'multiSelect', key: 'labels', displayName: 'Labels', options: [{ key: 'a' }, { key: 'b' }] },
    ];
    await ann.post('/metadata_templates/schema', { scope: 'enterprise', templateKey, displayName: 'x', fields });
    const described = async (values: Record<string, unknown>) => {
      const id = await newFile(`${freshWord()}.txt`);
      expect((await ann.post(`/files/${id}/metadata/enterprise/${templateKey}`, values)).status).toBe(201);
      return id;
    };
    const one = await described({
      client: 'Acme',
      amount: 5,
      until: '2026-01-01T00:00:00Z',
      state: 'open',
      labels: ['a'],
    });
    const two = await described({ client: 'Other', amount: 50, state: 'closed', labels: ['a', 'b'] });
    const by = async (filters: Record<string, unknown>) => {
      const text = JSON.stringify([{ scope: 'enterprise', templateKey, filters }]);
      const answer = await ann.get(`/search?mdfilters=${encodeURIComponent(text)}`);
      return answer.json.entries.map((entry) => entry.id).sort();
    };
    expect(await by({})).toEqual([one, two].sort());
    expect(await by({ client: 'acme' })).toEqual([one]);
    expect(await by({ amount: { gt: 5, lt: 10 } })).toEqual([one]);
    expect(await by({ amount: 50 })).toEqual([two]);
    expect(await by({ until: { gt: '2025-12-31T00:00:00Z' } })).toEqual([one]);
    expect(await by({ state: 'closed' })).toEqual([two]);
    expect(await by({ labels: ['b'] })).toEqual([two]);
    expect(await by({ labels: ['a'], state: 'open' })).toEqual([one]);
  });
});

describe('order and pages', () => {
  test('the best name comes first; modified_at by its direction; limit and offset', async () => {
    const word = freshWord();
    const described = await newFile(`${freshWord()}.txt`);
    await ann.put(`/files/${described}`, { description: word });
    const begun = await newFile(`${word}and more.txt`);
    const named = await newFile(`${word}.txt`);
    expect(await found(word)).toEqual([named, begun, described]);
    expect(await found(word, '&sort=modified_at&direction=ASC')).toEqual([described, begun, named]);
    const page = await ann.get(`/search?query=${word}&limit=1&offset=1`);
    expect(page.json).toMatchObject({ type: 'search_results_items', total_count: 3, limit: 1, offset: 1 });
    expect(page.json.entries.map((entry) => entry.id)).toEqual([begun]);
    expect((await ann.get(`/search?query=${word}&limit=1000`)).json.limit).toBe(200);
    expect((await ann.get(`/search?query=${word}`)).json.limit).toBe(30);
    expect((await ann.get(`/search?query=${word}&limit=0`)).json.code).toBe('invalid_limit');
  });

  test('entries are in the standard form, or in the mini form with what fields name', async () => {
    const word = freshWord();
    await newFile(`${word}.txt`);
    const [standard] = (await ann.get(`/search?query=${word}`)).json.entries;
    expect(standard).toMatchObject({ type: 'file', path_collection: { total_count: 1 }, parent: { id: '0' } });
    const [mini] = (await ann.get(`/search?query=${word}&fields=comment_count`)).json.entries;
    expect(mini).toMatchObject({ comment_count: 0 });
    expect(mini).not.toHaveProperty('path_collection');
  });
});

describe('items reached by a shared link lately', () => {
  const recents = async () =>
    (await asBob.get('/recent_items')).json.entries.map((entry) => [entry.item?.id, entry.interaction_shared_link]);
  const reached = async (shared_link: Readonly<Record<string, string>>) => {
    const word = freshWord();
    const folder = await newFolder(freshWord());
    const inside = await newFile(`${word}.txt`, folder);
    await newFile(`${word} beside.txt`, folder);
    const { url } = (await ann.put(`/folders/${folder}?fields=shared_link`, { shared_link })).json.shared_link;
    const password = shared_link['password'] === undefined ? '' : `&shared_link_password=${shared_link['password']}`;
    const read = await asBob.get(`/files/${inside}/content`, {
      svcapi: `shared_link=${url}${password}`,
      prefer: 'return=representation',
    });
    expect(read.status).toBe(200);
    // The answer is sent before the reading is recorded.
    await expect.poll(async () => (await recents()).map(([id]) => id)).toContain(inside);
    return { word, folder, inside, url };
  };
  const results = async (word: string) => {
    const { json } = await asBob.get(`/search?query=${word}&include_recent_shared_links=true&fields=id`);
    return json.entries.map(({ item, accessible_via_shared_link }) => [item?.id, accessible_via_shared_link]);
  };

  test('is found and named by its link when include_recent_shared_links asks, and only the item itself', async () => {
    const { word, folder, inside, url } = await reached({});
    expect(await results(word)).toEqual([[inside, url]]);
    expect(await recents()).toContainEqual([inside, url]);
    expect(await found(word, '', asBob)).toEqual([]);
    await ann.put(`/folders/${folder}`, { shared_link: null });
    expect(await results(word)).toEqual([]);
    expect((await recents()).map(([id]) => id)).not.toContain(inside);
  });

  test('is gone with the end of the state that the link was in: another password, a narrower circle', async () => {
    const secret = await reached({ access: 'open', password: 'Secret-1234' });
    expect(await results(secret.word)).toEqual([[secret.inside, secret.url]]);
    await ann.put(`/folders/${secret.folder}`, { shared_link: { password: 'Secret-5678' } });
    expect(await results(secret.word)).toEqual([]);
    const narrowed = await reached({ access: 'open' });
    await ann.put(`/folders/${narrowed.folder}`, { shared_link: { access: 'collaborators' } });
    expect(await results(narrowed.word)).toEqual([]);
  });
});

describe('recent items', () => {
  test('the last use of each item, the latest first, by marker; deleted items are skipped', async () => {
    const dave = await service.addPerson(`dave${++made}@example.com`);
    const asDave = callerOf(service, dave.token);
    const upload = async (name: string) =>
      (await asDave.upload({ name, parent: { id: '0' } }, 'x')).json.entries[0]?.id ?? '';
    const [one, two, gone] = [await upload('1.txt'), await upload('2.txt'), await upload('3.txt')];
    await asDave.delete(`/files/${gone}`);
    await asDave.post('/comments', { message: 'hello', item: { type: 'file', id: one } });
    const recent = await asDave.get('/recent_items');
    expect(recent.json.entries).toMatchObject([
      { type: 'recent_item', interaction_type: 'item_comment', item: { id: one } },
      { interaction_type: 'item_upload', item: { id: two } },
    ]);
    expect(recent.json.next_marker).toBeNull();
    const first = await asDave.get('/recent_items?limit=1');
    expect(first.json.entries.map((entry) => entry.item?.id)).toEqual([one]);
    const next = await asDave.get(`/recent_items?limit=1&marker=${first.json.next_marker}`);
    expect(next.json.entries.map((entry) => entry.item?.id)).toEqual([two]);
    expect(next.json.next_marker).toBeNull();
    expect((await asDave.get('/recent_items?marker=made.up')).json.code).toBe('invalid_parameter');
  });
});
