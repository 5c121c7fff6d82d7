import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeWhy } from '../../../main/cli/commands/status/why.ts';
import type { Why } from '../../../preload/ipc/shapes/status.ts';
import { sayInGerman } from '../../../preload/words/de/say-in-german.ts';
import { sayInTerminal } from '../../../preload/words/en/english.ts';
import { inWords } from '../../../preload/words/wording.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';

/** `tandem why` after a real sync, in the hardest of the edge cases: its words in a terminal, and in German. */
let world: SharingWorld;
let device: EngineDevice;
beforeEach(async () => {
  world = await openSharingWorld();
});
afterEach(() => world.close());

/** Bob's computer, with these files synced. */
async function synced(files: Readonly<Record<string, string>> = {}): Promise<void> {
  device = await world.device(world.bob);
  for (const [path, text] of Object.entries(files)) await device.write(path, text);
  await device.once();
}

/** A folder of Ann's with one file, on Bob's computer. Resolves with the file and the collaboration. */
async function shared(role: string): Promise<{ readonly plan: WebItem; readonly collaboration: string }> {
  const team = await world.annsWeb.createFolder('0', 'team');
  const plan = await world.annsWeb.upload(team.id, 'plan.txt', 'plan');
  const collaboration = await world.share(team, role);
  await synced();
  return { plan, collaboration };
}

async function itemOf(name: string): Promise<WebItem> {
  const item = await world.bobsWeb.find('0', name);
  if (item === undefined) throw new Error(`${name} is not on the service`);
  return item;
}

const CASES: readonly [string, () => Promise<string>, string, string, string][] = [
  [
    '[E22] edited on both sides',
    async () => {
      await synced({ 'plan.txt': 'one' });
      await device.write('plan.txt', 'mine, and longer');
      await world.bobsWeb.replace((await itemOf('plan.txt')).id, 'plan.txt', 'theirs');
      await device.once();
      return 'plan.txt';
    },
    'conflict',
    '"plan.txt" was edited on both sides, and both versions were kept. Your copy is "plan (conflicted copy bob0 DATE).txt". Choose a version, or keep both. Run "tandem conflicts" or "tandem resolve".',
    '„plan.txt“ wurde auf beiden Seiten bearbeitet, und beide Versionen wurden behalten. Ihre Kopie ist „plan (conflicted copy bob0 DATE).txt“. Wählen Sie eine Version, oder behalten Sie beide.',
  ],
  [
    '[E32] a second name that differs only in its Unicode form',
    async () => {
      await synced({ 'caf\u00e9.txt': 'a' });
      await device.write('cafe\u0301.txt', 'b');
      await device.once();
      return 'cafe\u0301.txt';
    },
    'blocked',
    '"cafe\u0301.txt" can\'t sync: this folder already contains "caf\u00e9.txt", and the two names differ only in case or accents. Rename one of them.',
    '„cafe\u0301.txt“ kann nicht synchronisiert werden: Der Ordner enthält bereits „caf\u00e9.txt“, und die Namen unterscheiden sich nur in Groß- und Kleinschreibung oder Akzenten. Benennen Sie eines der beiden Elemente um.',
  ],
  [
    '[E34] a name that the service forbids',
    async () => {
      await synced({ 'Q3\\Q4.xlsx': 'a' });
      return 'Q3\\Q4.xlsx';
    },
    'blocked',
    '"Q3\\Q4.xlsx" can\'t sync: names can\'t contain / or \\. Rename it on this computer and it will sync.',
    '„Q3\\Q4.xlsx“ kann nicht synchronisiert werden: Namen dürfen weder / noch \\ enthalten. Benennen Sie das Element auf diesem Computer um, dann wird es synchronisiert.',
  ],
  [
    '[E60] a link in the place of a synced folder',
    async () => {
      await synced({ 'docs/a.txt': 'a' });
      await mkdir(`${device.path}-away`);
      await rename(device.at('docs'), `${device.path}-away/docs`);
      await symlink(`${device.path}-away/docs`, device.at('docs'));
      await device.once();
      return 'docs/a.txt';
    },
    'ignored',
    '"docs/a.txt" is only on the service: on this computer, a link named "docs" has its place. Move or rename "docs" on this computer and it will be downloaded.',
    '„docs/a.txt“ ist nur beim Dienst: Auf diesem Computer steht „docs“ an seiner Stelle, eine Verknüpfung. Verschieben Sie „docs“ auf diesem Computer, oder benennen Sie es um, dann wird das Element heruntergeladen.',
  ],
  [
    '[E75] a mass delete on this computer',
    async () => {
      await synced(Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`many/${at}.txt`, `${at}`])));
      await rm(device.at('many'), { recursive: true });
      await device.once();
      return 'many/3.txt';
    },
    'blocked',
    '81 items would be deleted on the service at once, including this one. Apply or restore the held batch. Nothing is deleted until you decide. Run "tandem held" or "tandem release".',
    '81 Elemente würden auf einmal beim Dienst gelöscht, darunter dieses. Wenden Sie die zurückgehaltenen Änderungen an, oder machen Sie sie rückgängig. Bis dahin wird nichts gelöscht.',
  ],
  [
    '[E78] a rule for a file that is synced',
    async () => {
      await synced({ 'build/a.o': 'a' });
      await device.write('build/.tandemignore', '# objects\n*.o\n');
      await device.once();
      return 'build/a.o';
    },
    'ignored',
    '"build/a.o" isn\'t synced: it matches "*.o", line 2 of "build/.tandemignore". To sync it, remove that line.',
    '„build/a.o“ wird nicht synchronisiert: Es entspricht der Regel „*.o“ in Zeile 2 von „build/.tandemignore“. Entfernen Sie diese Zeile, um es zu synchronisieren.',
  ],
  [
    '[E80] a folder that was deleted on the service and holds an ignored file',
    async () => {
      await synced({ 'build/a.txt': 'a', 'build/a.swp': 'x' });
      await world.bobsWeb.trash(await itemOf('build'));
      await device.once();
      return 'build';
    },
    'ignored',
    "\"build\" isn't synced: it was deleted on the service, and it stays here because of items in it that don't sync. Delete it on this computer if you don't need these items.",
    '„build“ wird nicht synchronisiert: Es wurde beim Dienst gelöscht, und es bleibt hier, weil es Elemente enthält, die nicht synchronisiert werden. Löschen Sie es auf diesem Computer, wenn Sie diese Elemente nicht brauchen.',
  ],
  [
    '[E81] a file in a folder that was deselected',
    async () => {
      await synced({ 'Photos/2026/a.jpg': 'a' });
      await device.engine.select({ changes: [{ path: device.at('Photos'), state: 'not_synced' }] });
      await device.once();
      return 'Photos/2026/a.jpg';
    },
    'excluded',
    '"Photos/2026/a.jpg" is only on the service: you chose not to sync "Photos". To download it, choose to sync "Photos". Run "tandem select".',
    '„Photos/2026/a.jpg“ ist nur beim Dienst: Sie haben „Photos“ abgewählt. Wählen Sie „Photos“ zum Synchronisieren aus, dann wird es heruntergeladen.',
  ],
  [
    '[E83] access that ended before an edit was synced',
    async () => {
      const { collaboration } = await shared('editor');
      await device.write('team/plan.txt', 'edited by Bob');
      await world.annsWeb.call('DELETE', `/collaborations/${collaboration}`);
      await device.once();
      return 'team/plan.txt';
    },
    'unknown',
    'You no longer have access to "team/plan.txt" on the service. Your version is now "HOME/files (rescued)/team/plan.txt". To upload it as a new item, move it back into a synced folder.',
    'Sie haben beim Dienst keinen Zugriff mehr auf „team/plan.txt“. Ihre Version ist jetzt „HOME/files (rescued)/team/plan.txt“. Verschieben Sie es zurück in einen synchronisierten Ordner, um es als neues Element hochzuladen.',
  ],
  [
    '[E84] an edit by a viewer',
    async () => {
      await shared('viewer');
      await device.write('team/plan.txt', 'edited by Bob');
      await device.once();
      return 'team/plan.txt';
    },
    'blocked',
    'You changed "plan.txt" here, but you don\'t have permission to change it on the service. Ask the owner for permission, or save your version under another name.',
    'Sie haben „plan.txt“ hier geändert, dürfen es beim Dienst aber nicht ändern. Bitten Sie den Eigentümer um die Berechtigung, oder speichern Sie Ihre Version unter einem anderen Namen.',
  ],
  [
    '[E87] the folder of a share, deleted here',
    async () => {
      await shared('editor');
      await rm(device.at('team'), { recursive: true });
      await device.once();
      return 'team';
    },
    'blocked',
    'You deleted "team" here. It is shared with you, so it was not deleted for anyone else. Leave the share, or bring it back to this computer. Run "tandem leave" or "tandem bring-back".',
    'Sie haben „team“ hier gelöscht. Das Element ist mit Ihnen geteilt und wurde deshalb für niemanden sonst gelöscht. Verlassen Sie die Freigabe, oder holen Sie es auf diesen Computer zurück.',
  ],
  [
    '[E103] a file that its owner locked',
    async () => {
      const { plan } = await shared('editor');
      await world.annsWeb.update(plan, { lock: { access: 'lock' } });
      await device.write('team/plan.txt', 'edited by Bob');
      await device.once();
      return 'team/plan.txt';
    },
    'waiting',
    'Ann locked "team/plan.txt" on the service. It syncs as soon as the lock is removed. Ask Ann if it\'s urgent. Your version stays on this computer.',
    'Ann hat „team/plan.txt“ beim Dienst gesperrt. Das Element wird synchronisiert, sobald die Sperre aufgehoben ist. Wenn es eilt, fragen Sie Ann. Ihre Version bleibt auf diesem Computer.',
  ],
];

const withoutDay = (sentence: string): string =>
  sentence.replaceAll(dirname(device.path), 'HOME').replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE');

const NOWHERE: Why = {
  rootId: 1,
  path: 'a',
  status: 'synced',
  sentence: '"a" is in sync.',
  local: null,
  remote: null,
  synced: null,
  rule: null,
  operation: null,
  next: null,
  problem: null,
  leftOut: null,
  retryAtMs: null,
  attempts: null,
  held: null,
  conflict: null,
};

test.each(CASES)('%s', async (_what, arrange, status, english, german) => {
  const path = await arrange();
  const answer = await device.engine.why({ path: device.at(path) });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  const inEnglish = inWords(answer.value, sayInTerminal(Date.now));
  const inGerman = inWords(answer.value, sayInGerman(Date.now));
  expect(answer.value.status).toBe(status);
  expect([withoutDay(inEnglish.sentence), withoutDay(inGerman.sentence)]).toEqual([english, german]);
  // The sentence says it all: no line of the terminal repeats it.
  const [first, ...others] = describeWhy(inEnglish).split('\n');
  expect(first).toBe(`${path}: ${inEnglish.sentence}`);
  expect(others.filter((line) => line.includes(inEnglish.sentence))).toEqual([]);
});

test('each side is told with what it is compared by, also a time that no calendar has', () => {
  const seen = { path: 'a', kind: 'file', sizeBytes: 6, sha1: null, id: '2' } as const;
  const told = (mark: string): readonly string[] =>
    describeWhy({ ...NOWHERE, local: { ...seen, mark }, remote: { ...seen, mark: '0' } }).split('\n');
  expect(told('1795993593284196337').slice(1)).toEqual([
    '  here     a, file, 6 bytes, id 2, modified 2026-11-29T23:06:33.284Z',
    '  service  a, file, 6 bytes, id 2, etag 0',
    '  agreed   not there',
  ]);
  expect(told('99999999999999999999999')[1]).toBe(
    '  here     a, file, 6 bytes, id 2, modified 99999999999999999999999',
  );
});
