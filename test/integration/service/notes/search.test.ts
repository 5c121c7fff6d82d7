import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

/* Which words a search matches, in every script, and that a query is never a query language of the database. */

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
const freshWord = () => `term${String.fromCharCode(97 + (made % 26))}q${(made += 1)}`;

async function newFile(name: string, parentId = '0'): Promise<string> {
  const uploaded = await ann.upload({ name, parent: { id: parentId } }, 'text');
  expect(uploaded.status).toBe(201);
  return uploaded.json.entries[0]?.id ?? '';
}

async function newFolder(name: string, parentId = '0'): Promise<string> {
  return (await ann.post('/folders', { name, parent: { id: parentId } })).json.id;
}

async function found(query: string, more = '', who = ann): Promise<string[]> {
  const answer = await who.get(`/search?query=${encodeURIComponent(query)}${more}`);
  expect(answer.status, query).toBe(200);
  return answer.json.entries.map((entry) => entry.id);
}

describe('words of a name', () => {
  test.each([
    {
      name: 'report_final.v2.pdf',
      by: ['report', 'final', 'fin', 'v2', 'PDF', 'report_final', 'final.v2', 'report_final.v2.pdf', '"final v2"'],
      not: ['inal', '2.pdf', '"fin"', '"final pdf"'],
    },
    { name: 'Äußere Größe.txt', by: ['größe', 'GRÖßE', 'äuß', 'gro\u0308ße'], not: ['große', 'grösse', 'ußere'] },
    { name: 'cafe\u0301 no\u0308el.txt', by: ['café', 'cafe\u0301', 'CAFÉ', 'caf', 'nöe'], not: ['cafe', 'noel'] },
    { name: 'Zo\u00eb.txt', by: ['zoë', 'zoe\u0308', 'ZOË'], not: ['zoe'] },
    { name: '会议记录.docx', by: ['会议', '记录', '议', '会议记录', '会议记录.docx'], not: ['会录', '录记', '日'] },
    { name: 'カタカナとひらがな.txt', by: ['カタ', 'ひらがな', 'と'], not: ['ナカ'] },
    { name: '회의록.txt', by: ['회의록', '회의'], not: ['의록'] },
    { name: 'हिन्दी दस्तावेज़.txt', by: ['हिन्दी', 'दस्ता'], not: ['न्दी'] },
    { name: 'Отчёт-2031.txt', by: ['отчёт', 'ОТЧЁТ', 'отч', '2031', '203'], not: ['отчет', '031'] },
    { name: '🎉 fiesta🎈loca.txt', by: ['fiesta', 'loca', '🎉 fiesta', 'fiesta🎈loca'], not: ['🎉', '🎈'] },
    { name: 'ＦＵＬＬ ﬁgure ①.txt', by: ['full', 'ＦＵＬＬ', 'figure', 'ﬁgure'], not: ['igure'] },
    { name: '𐐔𐐯𐑅𐐨𐑉𐐯𐐻.txt', by: ['𐐔𐐯𐑅', '𐐼𐐯𐑅𐐨𐑉𐐯𐐻'], not: ['𐐯𐑅'] },
    {
      name: "o'brien & sons (copy 7) [x], ~v1.0!.txt",
      by: ['brien', "o'brien", 'sons', 'copy 7', 'v1.0'],
      not: ['rien'],
    },
  ])('$name', async ({ name, by, not }) => {
    const folder = await newFolder(freshWord());
    const file = await newFile(name, folder);
    const inFolder = async (query: string) => found(query, `&ancestor_folder_ids=${folder}`);
    for (const query of by) expect(await inFolder(query), query).toEqual([file]);
    for (const query of not) expect(await inFolder(query), query).toEqual([]);
  });

  test.each([
    { script: 'ASCII', letters: 'z'.repeat(220) },
    { script: 'two-byte', letters: 'ж'.repeat(100) },
    { script: 'characters beyond the first plane, one of them at the limit', letters: `y${'𐐨'.repeat(50)}` },
  ])('a word of $script letters without an end is compared by its start', async ({ letters }) => {
    const file = await newFile(`${letters}.txt`);
    for (const query of [letters, letters.slice(0, 41), `${letters}z`]) expect(await found(query)).toEqual([file]);
    expect(await found(`x${letters.slice(0, 41)}`)).toEqual([]);
  });
});

describe('a query that looks like one of a database', () => {
  test.each([
    (word: string) => `${word}*`,
    (word: string) => `*${word}`,
    (word: string) => `^${word}`,
    (word: string) => `-${word}`,
    (word: string) => `!${word}`,
    (word: string) => `!!(${word})`,
    (word: string) => `${word}:*`,
    (word: string) => `${word} NEAR/2 nothingelse`,
    (word: string) => `${word} & nothingelse`,
    (word: string) => `${word} <-> nothingelse`,
    (word: string) => `(${word}`,
    (word: string) => `"${word}`,
    (word: string) => `""${word}`,
    (word: string) => `'${word}`,
    (word: string) => `'${word}':*`,
    (word: string) => `${word}'; drop table item; --`,
    (word: string) => `${word}\\`,
    (word: string) => `\\'${word}\\"`,
    (word: string) => `%${word}_`,
    (word: string) => `$1 ${word} ?`,
  ])('%s means its words', async (queryOf) => {
    const word = freshWord();
    const file = await newFile(`${word}.bin`);
    const [first, ...others] = await found(queryOf(word), '&file_extensions=bin');
    expect([first, others]).toEqual([file, []]);
  });

  test.each(['*', '"', '""', "'", ':', '^', '()', '<->', '&', '|', '!', '\\', '%', '-', '🎉', '* * *', '"*"'])(
    '%j has no words and finds nothing',
    async (query) => {
      expect(await found(query)).toEqual([]);
    },
  );

  test.each([
    { query: 'WORD:abcd', name: 'word abcd' },
    { query: 'name:WORD', name: 'Name WORD' },
    { query: '{words}:WORD', name: 'WORD words', not: true },
    { query: 'NEAR(WORD)', name: 'near word' },
    { query: 'NEAR(WORD', name: 'WORD near', not: true },
    { query: 'item.name=WORD', name: 'item (name) WORD' },
  ])('signs join words: $query', async ({ query, name, not = false }) => {
    const word = freshWord();
    const file = await newFile(`${name.replace(/word\b/i, word)}.bin`);
    const hits = await found(query.replace('WORD', word), `&ancestor_folder_ids=0&file_extensions=bin`);
    expect(hits.includes(file)).toBe(!not);
  });

  test('a NUL is refused', async () => {
    expect((await ann.get('/search?query=%00')).status).toBe(400);
  });

  test('operators of a database are words in lower case or within quotes', async () => {
    const word = freshWord();
    const near = await newFile(`${word} near and or not.txt`);
    await newFile(`${word}.txt`);
    for (const query of [`${word} AND near`, `${word} AND and`, `${word} AND "OR"`, `${word} AND not`]) {
      expect(await found(query), query).toEqual([near]);
    }
  });
});

describe('words of several places', () => {
  test('one word in the name and the other one in the description, a tag or a comment are both found', async () => {
    const [name, description, tag, one, two] = [freshWord(), freshWord(), freshWord(), freshWord(), freshWord()];
    const file = await newFile(`${name}.txt`);
    await ann.put(`/files/${file}`, { description, tags: [tag] });
    for (const message of [one, two]) await ann.post('/comments', { message, item: { type: 'file', id: file } });
    await newFile(`${name} other.txt`);
    for (const [left, right] of [
      [name, description],
      [tag, name],
      [one, name],
      [name, one],
      [one, two],
      [description, two],
    ]) {
      expect(await found(`${left} AND ${right}`), `${left} AND ${right}`).toEqual([file]);
    }
    expect(await found(`${name} AND ${one} AND ${two} AND ${tag}`)).toEqual([file]);
    expect(await found(`${name} NOT ${tag}`)).not.toContain(file);
    expect(await found(`${name} NOT ${one}`)).not.toContain(file);
    expect(await found(`${name} NOT ${one}`, '&content_types=name')).toContain(file);
    expect(await found(`${one} AND ${name}`, '&content_types=name')).toEqual([]);
  });

  test('a comment goes with its words, and so do its replies', async () => {
    const [said, answered] = [freshWord(), freshWord()];
    const file = await newFile(`${freshWord()}.txt`);
    const { id } = (await ann.post('/comments', { message: said, item: { type: 'file', id: file } })).json;
    await ann.post('/comments', { message: answered, item: { type: 'comment', id } });
    expect([await found(said), await found(answered)]).toEqual([[file], [file]]);
    expect((await ann.delete(`/comments/${id}`)).status).toBe(204);
    expect([await found(said), await found(answered)]).toEqual([[], []]);
  });
});

describe('a change is found at once', () => {
  test('moved, deleted, restored and purged', async () => {
    const word = freshWord();
    const [from, to] = [await newFolder(freshWord()), await newFolder(freshWord())];
    const file = await newFile(`${word}.txt`, from);
    const places = async () => [
      await found(word),
      await found(word, `&ancestor_folder_ids=${from}`),
      await found(word, `&ancestor_folder_ids=${to}`),
      await found(word, '&trash_content=trashed_only'),
    ];
    await ann.put(`/files/${file}`, { parent: { id: to } });
    expect(await places()).toEqual([[file], [], [file], []]);
    await ann.delete(`/files/${file}`);
    expect(await places()).toEqual([[], [], [], [file]]);
    const renamed = freshWord();
    expect((await ann.post(`/files/${file}`, { name: `${renamed}.txt` })).status).toBe(201);
    expect(await places()).toEqual([[], [], [], []]);
    expect(await found(renamed)).toEqual([file]);
    await ann.delete(`/files/${file}`);
    expect((await ann.delete(`/files/${file}/trash`)).status).toBe(204);
    expect(await found(renamed, '&trash_content=all_items')).toEqual([]);
  });

  test('a purged folder takes the words of everything below it, comments included', async () => {
    const [word, comment] = [freshWord(), freshWord()];
    const folder = await newFolder(word);
    const file = await newFile(`${word}.txt`, await newFolder(word, folder));
    await ann.post('/comments', { message: comment, item: { type: 'file', id: file } });
    expect(await found(word)).toHaveLength(3);
    await ann.delete(`/folders/${folder}?recursive=true`);
    expect((await ann.delete(`/folders/${folder}/trash`)).status).toBe(204);
    await expect.poll(async () => found(`${word} ${comment}`, '&trash_content=all_items')).toEqual([]);
  });

  test('name, description and tags that are emptied or made of signs are no longer found', async () => {
    const [name, description, tag] = [freshWord(), freshWord(), freshWord()];
    const folder = await newFolder(name);
    await ann.put(`/folders/${folder}`, { description, tags: [tag] });
    expect(await found(`${name} AND ${description} AND ${tag}`)).toEqual([folder]);
    const emptied = await ann.put(`/folders/${folder}`, { name: `--- ${(made += 1)}`, description: '', tags: null });
    expect(emptied.status).toBe(200);
    for (const word of [name, description, tag]) expect(await found(word)).toEqual([]);
    await ann.put(`/folders/${folder}`, { name: `(+) ${'!'.repeat((made += 1))}` });
    expect(await found(name)).toEqual([]);
    await ann.put(`/folders/${folder}`, { name });
    expect(await found(name)).toEqual([folder]);
  });

  test('with the comments of a file that gets another owner', async () => {
    const [word, comment] = [freshWord(), freshWord()];
    const place = (await asBob.post('/folders', { name: freshWord(), parent: { id: '0' } })).json.id;
    const accessible_by = { type: 'user', login: service.person.login };
    await asBob.post('/collaborations', { item: { type: 'folder', id: place }, accessible_by, role: 'editor' });
    const file = await newFile(`${word}.txt`);
    await ann.post('/comments', { message: comment, item: { type: 'file', id: file } });
    expect((await ann.put(`/files/${file}`, { parent: { id: place } })).status).toBe(200);
    for (const query of [word, comment, `${comment} AND ${word}`])
      expect(await found(query, '', asBob)).toEqual([file]);
    expect(await found(word, `&owner_user_ids=${bob.id}`)).toEqual([file]);
  });
});

test('pages of a frequent word have every item once, the newest first', async () => {
  const word = freshWord();
  const folder = await newFolder(freshWord());
  const ids: string[] = [];
  for (let index = 0; index < 25; index += 1) ids.push(await newFolder(`${word} ${index}`, folder));
  await newFolder(`${word}er`, folder);
  const pages: string[] = [];
  for (const offset of [0, 10, 20]) {
    const { json } = await ann.get(`/search?query=${word}&sort=modified_at&limit=10&offset=${offset}`);
    expect(json.total_count).toBe(26);
    pages.push(...json.entries.map(({ id }) => id));
  }
  expect(new Set(pages).size).toBe(26);
  expect(await found(`"${word}"`, '&sort=relevance&limit=200')).toEqual(ids.toReversed());
  expect(await found(`${word} AND 7`)).toEqual([ids[7]]);
});
