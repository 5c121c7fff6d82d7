import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexContents } from '../../../../service/domain/notes/search/contents/index-contents.ts';
import type { Service } from '../../../../service/domain/service.ts';
import { tinyPdf } from '../../../support/files/tiny-media.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

/* A search finds files by their current contents, for everyone who may preview them. */

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

/** A word that nothing else contains. */
const freshWord = () => `saying${String.fromCharCode(97 + (made % 26))}q${(made += 1)}`;

async function newFile(content: string | Buffer, name = `${freshWord()}.bin`, parentId = '0'): Promise<string> {
  const uploaded = await ann.upload({ name, parent: { id: parentId } }, content);
  expect(uploaded.status).toBe(201);
  return uploaded.json.entries[0]?.id ?? '';
}

const newFolder = async () => (await ann.post('/folders', { name: freshWord(), parent: { id: '0' } })).json.id;

async function found(query: string, more = '', who = ann): Promise<string[]> {
  const answer = await who.get(`/search?query=${encodeURIComponent(query)}${more}`);
  expect(answer.status, query).toBe(200);
  return answer.json.entries.map((entry) => entry.id);
}

/** Runs the job, and counts how often it extracted a text. The service may have run the job itself just before. */
async function read(): Promise<number> {
  let extractions = 0;
  const { texts } = service.service;
  const counted: Service['texts'] = {
    ...texts,
    extract: (content, signal) => {
      extractions += 1;
      return texts.extract(content, signal);
    },
  };
  await indexContents({ ...service.service, texts: counted });
  return extractions;
}

describe('a file is found by what its content says', () => {
  test('whatever its kind and its name, once the job has read it; by whole words', async () => {
    const [inText, inPdf, inWord] = [freshWord(), freshWord(), freshWord()];
    const text = await newFile(`before ${inText}, after`);
    const pdf = await newFile(Buffer.from(tinyPdf(inPdf), 'latin1'));
    const parts = { '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8(`<w:t>${inWord}</w:t>`) };
    const word = await newFile(Buffer.from(zipSync(parts)));
    await read();
    expect([await found(inText), await found(inPdf), await found(inWord)]).toEqual([[text], [pdf], [word]]);
    expect(await found(inText, '&content_types=file_content')).toEqual([text]);
    expect(await found(inText, '&content_types=name,description,comments,tags')).toEqual([]);
    expect(await found(inText.slice(0, -1))).toEqual([]);
  });

  test('a match in the name ranks above one in the content', async () => {
    const word = freshWord();
    const named = await newFile('text', `${word}.txt`);
    const saying = await newFile(word);
    await read();
    expect(await found(word)).toEqual([named, saying]);
    expect(await found(word, '&sort=modified_at')).toEqual([saying, named]);
  });

  test('operators join contents, names and comments', async () => {
    const [one, two, name, comment] = [freshWord(), freshWord(), freshWord(), freshWord()];
    const both = await newFile(`${one} ${two}`, `${name}.txt`);
    const first = await newFile(`${one} and then ${freshWord()}`);
    const second = await newFile(`x ${two}`);
    await ann.post('/comments', { message: comment, item: { type: 'file', id: both } });
    await read();
    const ids = async (query: string) => (await found(query)).sort();
    expect(await ids(`${one} ${two}`)).toEqual([both, first, second].sort());
    expect(await ids(`${one} AND ${two}`)).toEqual([both]);
    expect(await ids(`"${one} ${two}"`)).toEqual([both]);
    expect(await ids(`"${two} ${one}"`)).toEqual([]);
    expect(await ids(`${one} NOT ${two}`)).toEqual([first]);
    expect(await ids(`${one} NOT "and then"`)).toEqual([both]);
    expect(await ids(`${name.slice(0, -1)} AND ${one}`)).toEqual([both]);
    expect(await ids(`${two} AND ${comment}`)).toEqual([both]);
    expect(await ids(`${second} AND ${comment}`)).toEqual([]);
  });

  test('filters and the trash are those of every search', async () => {
    const word = freshWord();
    const folder = await newFolder();
    const inside = await newFile(word, `${freshWord()}.md`, folder);
    const trashed = await newFile(word);
    expect((await ann.delete(`/files/${trashed}`)).status).toBe(204);
    await read();
    expect(await found(word)).toEqual([inside]);
    expect(await found(word, '&trash_content=trashed_only')).toEqual([trashed]);
    expect(await found(word, `&ancestor_folder_ids=${folder}&file_extensions=md`)).toEqual([inside]);
    expect(await found(word, '&type=folder')).toEqual([]);
  });
});

describe('only the current content counts', () => {
  test('a new version replaces the words of the old one, and a promoted version brings its words back at once', async () => {
    const [old, fresh] = [freshWord(), freshWord()];
    const file = await newFile(old);
    await read();
    const version = (await ann.get(`/files/${file}`)).json.file_version.id;
    expect((await ann.upload({}, fresh, `/files/${file}/content`)).status).toBe(201);
    expect(await found(old)).toEqual([]);
    await read();
    expect([await found(old), await found(fresh)]).toEqual([[], [file]]);
    const promoted = await ann.post(`/files/${file}/versions/current`, { type: 'file_version', id: version });
    expect(promoted.status).toBe(201);
    expect([await found(old), await found(fresh)]).toEqual([[file], []]);
    expect(await read()).toBe(0);
  });

  test('an unread past version is read once it is promoted', async () => {
    const old = freshWord();
    const file = await newFile(old);
    const version = (await ann.get(`/files/${file}`)).json.file_version.id;
    expect((await ann.upload({}, freshWord(), `/files/${file}/content`)).status).toBe(201);
    await read();
    await ann.post(`/files/${file}/versions/current`, { type: 'file_version', id: version });
    await read();
    expect(await found(old)).toEqual([file]);
  });
});

describe('a content is read once', () => {
  test('copies and renamed, moved and transferred files are found at once, without reading them', async () => {
    const word = freshWord();
    const folder = await newFolder();
    const file = await newFile(word, `${freshWord()}.txt`, folder);
    await read();
    const copy = (await ann.post(`/files/${file}/copy`, { parent: { id: '0' } })).json.id;
    await ann.post(`/folders/${folder}/copy`, { parent: { id: '0' }, name: freshWord() });
    await ann.put(`/files/${file}`, { name: freshWord() });
    const all = await found(word);
    expect(all).toHaveLength(3);
    expect(all).toEqual(expect.arrayContaining([file, copy]));
    expect(await read()).toBe(0);
    const accessible_by = { type: 'user', login: bob.login };
    await ann.post('/collaborations', { item: { type: 'folder', id: folder }, accessible_by, role: 'viewer' });
    const own = await asBob.post(`/files/${file}/copy`, { parent: { id: '0' } });
    expect((await found(word, '', asBob)).sort()).toEqual([file, own.json.id].sort());
  });

  test('reading is no use and no event', async () => {
    const file = await newFile(freshWord());
    const { next_stream_position: before } = (await ann.get('/events?stream_position=now')).json;
    const recent = (await ann.get('/recent_items')).json.entries;
    await read();
    expect((await ann.get(`/events?stream_position=${before}`)).json.entries).toEqual([]);
    expect((await ann.get('/recent_items')).json.entries).toEqual(recent);
    expect((await ann.get(`/files/${file}`)).status).toBe(200);
  });
});

describe('only a role that may preview finds a file by its content', () => {
  const roles = ['uploader', 'previewer', 'viewer', 'previewer uploader', 'editor'];
  test.each(roles.map((role) => ({ role, isFound: role !== 'uploader' })))(
    '$role: $isFound',
    async ({ role, isFound }) => {
      const [word, name] = [freshWord(), freshWord()];
      const folder = await newFolder();
      const file = await newFile(word, `${name}.txt`, folder);
      await read();
      const accessible_by = { type: 'user', login: bob.login };
      await ann.post('/collaborations', { item: { type: 'folder', id: folder }, accessible_by, role });
      expect(await found(name, '', asBob)).toEqual([file]);
      expect(await found(word, '', asBob)).toEqual(isFound ? [file] : []);
      expect(await found(`${name} AND ${word}`, '', asBob)).toEqual(isFound ? [file] : []);
      // An exclusion must not tell what the content says either.
      expect(await found(`${name} NOT ${word}`, '', asBob)).toEqual(isFound ? [] : [file]);
    },
  );

  test('an administrator who searches the enterprise finds files of others by their names only', async () => {
    const [word, name] = [freshWord(), freshWord()];
    const uploaded = await asBob.upload({ name: `${name}.txt`, parent: { id: '0' } }, word);
    const file = uploaded.json.entries[0]?.id;
    await read();
    expect(await found(name, '&scope=enterprise_content')).toEqual([file]);
    expect(await found(word, '&scope=enterprise_content')).toEqual([]);
    expect(await found(word)).toEqual([]);
  });
});
