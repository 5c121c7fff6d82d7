import { expect, test } from 'vitest';
import { german, germanWriting } from '../../../../preload/words/de/german.ts';
import { english, englishWriting, sayInEnglish, sayInTerminal } from '../../../../preload/words/en/english.ts';
import { fixOf, inTurn, titleOf, type Words } from '../../../../preload/words/message.ts';
import { createSayInParts, createSayInPrint } from '../../../../preload/words/parts.ts';
import { createSay } from '../../../../preload/words/wording.ts';

const inEnglish = createSayInParts(english, englishWriting(Date.now));
const inGerman = createSayInParts(german, germanWriting(Date.now));

const invitation = (from: string, item: string): Words => ({ code: 'invitation', args: { from, item } });
const moved = { code: 'root_moved_details', args: { before: 'Plans', now: 'Plans' } } as const;

test('the names of people and items are apart from the words, without quotes', () => {
  expect(inEnglish(invitation('Carol Ito', 'Harbour House'))).toEqual([
    { name: 'Carol Ito' },
    ' invites you to ',
    { name: 'Harbour House' },
  ]);
  expect(inGerman(invitation('Carol Ito', 'Harbour House'))).toEqual([
    { name: 'Carol Ito' },
    ' lädt Sie zu ',
    { name: 'Harbour House' },
    ' ein',
  ]);
});

test('a name that the service does not tell is none', () => {
  expect(inEnglish(invitation('', ''))).toEqual(['Someone invites you to collaborate']);
  expect(inGerman(invitation('', ''))).toEqual(['Jemand lädt Sie zur Zusammenarbeit ein']);
});

test('a finished upload names its folder, if it is not the root folder of the account', () => {
  const uploaded = (folder: string, failed = 0): Words => ({
    code: 'drop_finished_details',
    args: { sent: 2, failed, folder },
  });
  expect(inEnglish(uploaded('Plans', 1))).toEqual(['2 files uploaded to ', { name: 'Plans' }, ', 1 file failed.']);
  expect(inGerman(uploaded('Plans'))).toEqual(['2 Dateien nach ', { name: 'Plans' }, ' hochgeladen.']);
  expect(inEnglish(uploaded(''))).toEqual(['2 files uploaded.']);
});

test('a name with quotes, or that another one repeats, stays whole', () => {
  expect(inEnglish(invitation('Ann “A” Lee', '0'))).toEqual([
    { name: 'Ann “A” Lee' },
    ' invites you to ',
    { name: '0' },
  ]);
  expect(inEnglish(moved)).toEqual([
    { name: 'Plans' },
    ' is now at ',
    { name: 'Plans' },
    '. Tandem keeps syncing it there.',
  ]);
});

test('a title has no full stop, sentences follow each other, and the words of others have no names', () => {
  expect(inEnglish(titleOf(inTurn('Done.', moved)))).toEqual([
    'Done. ',
    { name: 'Plans' },
    ' is now at ',
    { name: 'Plans' },
    '. Tandem keeps syncing it there',
  ]);
  expect(inEnglish('Service says “no”.')).toEqual(['Service says “no”.']);
});

const inGermanPrint = createSayInPrint(german, germanWriting(Date.now));
const saidByService = (id: string, ...values: readonly (string | number)[]): Words => ({
  code: 'said_by_service',
  args: { sentences: [{ id, values: [...values] }] },
});

test('what a service names keeps its word for its kind, its role and its state, and its name', () => {
  const inTrash = saidByService('The {0} {1} is in the trash.', 'folder', '21');
  expect(inGermanPrint(inTrash)).toBe('Der Ordner 21 ist im Papierkorb.');
  expect(inGerman(inTrash)).toEqual(['Der Ordner ', { name: '21' }, ' ist im Papierkorb.']);
  const role = saidByService('Your role "{0}" does not allow this with "{1}".', 'viewer', "Ann's {0}.txt");
  expect(inGermanPrint(role)).toBe("Ihre Rolle „Ansehen“ erlaubt das bei „Ann's {0}.txt“ nicht.");
});

test.each(Object.keys(german.service))('says the same in print as without parts: %s', (id) => {
  const plainly = createSay(german, germanWriting(Date.now));
  for (const values of [
    ['folder', 'a', 'b', 'c'],
    ['viewer', 'a', 'editor', 'c'],
    ['review', 'approved or rejected', 'completed', 'c'],
    ['a', 'file', 'b', 'c'],
    ['accepted', 'a', 'b', 'c'],
    [1_300, 2, 3, 4],
  ]) {
    const message = saidByService(id, ...values);
    expect(inGermanPrint(message)).toBe(plainly(message).replaceAll("'", '’'));
  }
});

test('apostrophes are those of print, except in names, in the words of others and in a terminal', () => {
  const refused = { code: 'change_not_permitted', args: { name: "Ann's plan.txt" } } as const;
  expect(sayInEnglish(Date.now)(refused)).toBe(
    "You changed “Ann's plan.txt” here, but you don’t have permission to change it on the service.",
  );
  expect(inEnglish(refused)).toEqual([
    'You changed ',
    { name: "Ann's plan.txt" },
    ' here, but you don’t have permission to change it on the service.',
  ]);
  expect(sayInTerminal(Date.now)(refused)).toContain("you don't have permission");
  const done = { code: 'done_to', args: { what: 'upload', path: "Ann's plan.txt" } } as const;
  expect(sayInEnglish(Date.now)(done)).toBe("Uploaded: Ann's plan.txt");
  const locked = { code: 'item_locked_by', args: { subject: 'a', by: "Pat O'Neil", untilMs: null } } as const;
  expect(sayInEnglish(Date.now)(inTurn(locked, fixOf(locked)))).toContain("Ask Pat O'Neil if it’s urgent.");
  expect(inGermanPrint(done)).toBe("Hochgeladen: Ann's plan.txt");
  const inGermanLocked = inGermanPrint(inTurn(locked, fixOf(locked)));
  expect(inGermanLocked).toContain("Pat O'Neil hat „a“ beim Dienst gesperrt.");
  expect(inGermanLocked).toContain("fragen Sie Pat O'Neil.");
  expect([sayInEnglish(Date.now)("It's theirs."), inEnglish("It's theirs.")]).toEqual([
    "It's theirs.",
    ["It's theirs."],
  ]);
});
