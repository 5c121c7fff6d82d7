import { execFileSync } from 'node:child_process';
import { symlink, unlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../../../main/engine/model/entry.ts';
import { itemId, type LocalId } from '../../../../../main/engine/model/ids.ts';
import type { Trees } from '../../../../../main/engine/model/tree.ts';
import { whyOf } from '../../../../../main/engine/report/why.ts';
import { keepTraits } from '../../../../../main/engine/root/disk-traits.ts';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { treesOf } from '../../../../../main/engine/root/trees-of.ts';
import { sayInGerman } from '../../../../../preload/words/de/say-in-german.ts';
import { sayInTerminal } from '../../../../../preload/words/en/english.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';

/** `tandem why` about paths that do not sync, each for another cause, on a real disk and store. */
let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot(['*.draft']);
});
afterEach(() => root.dispose());

function why(path: string) {
  const { store, observer, whole } = root;
  const leavesOut: Trees['leavesOut'] = (at, isFolder) => observer.ignoredBy(at, isFolder) !== null;
  const record = whole.roots().find(({ id }) => id === store.id);
  if (record === undefined) throw new Error('the root is not in the store');
  const context = {
    root: store,
    record: { ...record, localPath: '/home/ann/Tandem' },
    local: observer,
    runner: { about: () => [] },
    rounds: { acts: { areAny: false } },
    execution: { trees: treesOf(store, { leavesOut }) },
    folder: { traits: null, unlisted: new Map() },
    parts: { store: whole },
  };
  const { status, sentence, leftOut } = whyOf(context as unknown as RootContext, path);
  const said = [sayInTerminal(() => 0)(sentence), sayInGerman(() => 0)(sentence)];
  return { status, cause: leftOut?.cause ?? null, said };
}

/** Scanned, and nothing left to do. */
async function scan(): Promise<void> {
  await root.observer.scanAll();
  atRest();
}
const atRest = (): void => root.store.clean(root.store.dirty(1000));

let lastItem = 700;
function there(path: string, more: Partial<RemoteEntry> = {}): RemoteEntry {
  const { store } = root;
  const slash = path.lastIndexOf('/');
  const parent = slash < 0 ? store.rootItemId : store.remoteAt(path.slice(0, slash));
  const top = store.remote(store.rootItemId);
  if (parent === undefined || top === undefined) throw new Error(`no folder for ${path}`);
  lastItem += 1;
  const content = { sha1: null, sizeBytes: 1 } as unknown as RemoteEntry['content'];
  const entry = { ...top, kind: 'file', content, id: itemId(String(lastItem)), parentId: parent, ...more } as const;
  const made = { ...entry, name: path.slice(slash + 1) };
  store.putRemote(made, store.tick());
  atRest();
  return made;
}
const folderThere = (path: string): RemoteEntry => there(path, { kind: 'folder', content: null });

function agree(id: LocalId, item: RemoteEntry): void {
  const local = root.store.local(id);
  if (local === undefined || local.parentId === null) throw new Error('it is not here');
  const { fingerprint, kind, name } = local;
  const names = { localName: name, remoteName: item.name };
  const row = { localId: id, itemId: item.id, parentLocalId: local.parentId, kind, fingerprint, ...names };
  root.store.putSynced({ ...row, content: null, etag: null });
  atRest();
}

const CASES: readonly [string, () => Promise<string> | string, string, string, string, string][] = [
  [
    '[E78] a line of .tandemignore',
    async () => {
      await root.write('docs/.tandemignore', '# mine\n*.o\n');
      await root.write('docs/a/b.o', 'x');
      await scan();
      return 'docs/a/b.o';
    },
    'ignored',
    'excluded_by_line',
    '"docs/a/b.o" isn\'t synced: it matches "*.o", line 2 of "docs/.tandemignore". To sync it, remove that line.',
    '„docs/a/b.o“ wird nicht synchronisiert: Es entspricht der Regel „*.o“ in Zeile 2 von „docs/.tandemignore“. Entfernen Sie diese Zeile, um es zu synchronisieren.',
  ],
  [
    'a rule of the settings, for a file that is on the service only',
    () => there('a.draft') && 'a.draft',
    'ignored',
    'excluded_by_setting',
    '"a.draft" isn\'t synced: it matches "*.draft", line 1 of your ignore rules. To sync it, remove that line in Settings.',
    '„a.draft“ wird nicht synchronisiert: Es entspricht der Regel „*.draft“ in Zeile 1 Ihrer Ignorierregeln. Entfernen Sie diese Zeile in den Einstellungen, um es zu synchronisieren.',
  ],
  [
    '[E49] a built-in rule',
    async () => {
      await root.write('~$a.docx', 'x');
      await scan();
      return '~$a.docx';
    },
    'ignored',
    'excluded_by_default',
    '"~$a.docx" isn\'t synced: it matches "~$*", a built-in rule for temporary files and files of the system. To sync it, add the line "!~$*" to .tandemignore.',
    '„~$a.docx“ wird nicht synchronisiert: Es entspricht der Regel „~$*“, die für temporäre Dateien und Systemdateien eingebaut ist. Ergänzen Sie in .tandemignore die Zeile „!~$*“, um es zu synchronisieren.',
  ],
  [
    "Tandem's own folder",
    () => '.tandem/marker',
    'ignored',
    'state_folder',
    '".tandem/marker" isn\'t synced: it belongs to Tandem. You don\'t have to do anything.',
    '„.tandem/marker“ wird nicht synchronisiert: Es gehört zu Tandem. Sie müssen nichts tun.',
  ],
  [
    '[P56] the trash of a folder that was synced by itself',
    async () => {
      await root.write('old/.tandem/trash/a.txt', 'x');
      await scan();
      return 'old/.tandem/trash/a.txt';
    },
    'ignored',
    'state_folder',
    '"old/.tandem/trash/a.txt" isn\'t synced: it belongs to Tandem. You don\'t have to do anything.',
    '„old/.tandem/trash/a.txt“ wird nicht synchronisiert: Es gehört zu Tandem. Sie müssen nichts tun.',
  ],
  [
    '[E58] a link',
    async () => {
      await symlink('/tmp', root.at('away'));
      await scan();
      return 'away';
    },
    'ignored',
    'link_not_followed',
    '"away" isn\'t synced: it is a link, and Tandem doesn\'t follow links. To sync it, replace the link with the file or folder itself.',
    '„away“ wird nicht synchronisiert: Es ist eine Verknüpfung, und Tandem folgt keinen Verknüpfungen. Ersetzen Sie die Verknüpfung durch die Datei oder den Ordner selbst, um den Inhalt zu synchronisieren.',
  ],
  [
    '[E58] a file behind a link',
    async () => {
      await root.write('d/f', 'x');
      await symlink('/tmp', root.at('d/away'));
      await scan();
      return 'd/away/deep/f';
    },
    'ignored',
    'link_not_followed',
    '"d/away/deep/f" isn\'t synced: "d/away" is a link, and Tandem doesn\'t follow links. To sync it, replace the link with the file or folder itself.',
    '„d/away/deep/f“ wird nicht synchronisiert: „d/away“ ist eine Verknüpfung, und Tandem folgt keinen Verknüpfungen. Ersetzen Sie die Verknüpfung durch die Datei oder den Ordner selbst, um den Inhalt zu synchronisieren.',
  ],
  [
    '[E62] a pipe',
    async () => {
      execFileSync('mkfifo', [root.at('pipe')]);
      await scan();
      return 'pipe';
    },
    'ignored',
    'special_file',
    '"pipe" isn\'t synced: it is a pipe, a socket or a device, not a file. You don\'t have to do anything.',
    '„pipe“ wird nicht synchronisiert: Es ist keine Datei, sondern eine Pipe, ein Socket oder ein Gerät. Sie müssen nichts tun.',
  ],
  [
    '[E61] another disk',
    () => {
      root.store.putIgnored(root.store.rootLocalId, { name: 'usb', reason: 'mount' });
      return 'usb/film.mp4';
    },
    'ignored',
    'other_disk',
    '"usb/film.mp4" isn\'t synced: "usb" is mounted inside the synced folder, from another disk or folder. To sync it, move it into the synced folder itself, or add its disk or folder as a synced folder of its own.',
    '„usb/film.mp4“ wird nicht synchronisiert: „usb“ ist von einem anderen Laufwerk oder Ordner in den synchronisierten Ordner eingehängt. Um es zu synchronisieren, verschieben Sie es in den synchronisierten Ordner selbst, oder fügen Sie sein Laufwerk oder seinen Ordner als eigenen synchronisierten Ordner hinzu.',
  ],
  [
    '[E73] an item that cannot be looked at',
    () => {
      root.store.putIgnored(root.store.rootLocalId, { name: 'server', reason: 'unreadable' });
      return 'server/film.mp4';
    },
    'ignored',
    'disk_error',
    'The disk reported an error for "server". Tandem retries automatically. If this continues, check the disk.',
    'Das Laufwerk hat einen Fehler bei „server“ gemeldet. Tandem versucht es automatisch erneut. Wenn das so bleibt, prüfen Sie das Laufwerk.',
  ],
  [
    '[E39] a name that is not valid Unicode',
    () => {
      root.store.putIgnored(root.store.rootLocalId, { name: 'caf\ufffd', reason: 'undecodable' });
      return 'caf\ufffd';
    },
    'ignored',
    'name_not_decodable',
    '"caf\ufffd" isn\'t synced: the name of the item isn\'t valid Unicode. Rename it on this computer and it will sync.',
    '„caf\ufffd“ wird nicht synchronisiert: Der Name ist kein gültiges Unicode. Benennen Sie das Element auf diesem Computer um, dann wird es synchronisiert.',
  ],
  [
    '[E81] a file in a folder that is not selected',
    () => {
      root.store.setOwnChoice(folderThere('Photos').id, 'not_synced');
      folderThere('Photos/2026');
      return there('Photos/2026/a.jpg') && 'Photos/2026/a.jpg';
    },
    'excluded',
    'not_selected',
    '"Photos/2026/a.jpg" is only on the service: you chose not to sync "Photos". To download it, choose to sync "Photos". Run "tandem select".',
    '„Photos/2026/a.jpg“ ist nur beim Dienst: Sie haben „Photos“ abgewählt. Wählen Sie „Photos“ zum Synchronisieren aus, dann wird es heruntergeladen.',
  ],
  [
    'a folder that is not selected',
    () => {
      root.store.setOwnChoice(folderThere('Photos').id, 'not_synced');
      atRest();
      return 'Photos';
    },
    'excluded',
    'not_selected',
    '"Photos" is only on the service: you chose not to sync it. To download it, choose to sync "Photos". Run "tandem select".',
    '„Photos“ ist nur beim Dienst: Sie haben es abgewählt. Wählen Sie „Photos“ zum Synchronisieren aus, dann wird es heruntergeladen.',
  ],
  [
    '[P68] a folder with the name of one that is not selected, and what is in it',
    async () => {
      root.store.setOwnChoice(folderThere('Photos').id, 'not_synced');
      await root.write('Photos/own/.DS_Store', 'x');
      await scan();
      return 'Photos/own';
    },
    'ignored',
    'beside_deselected',
    '"Photos/own" isn\'t synced: you chose not to sync "Photos" of the service, and the folder here contains nothing to sync. Choose to sync the one on the service, or rename or delete the one here. Run "tandem select".',
    '„Photos/own“ wird nicht synchronisiert: Beim Dienst haben Sie „Photos“ abgewählt, und der Ordner hier enthält nichts zu synchronisieren. Wählen Sie den Ordner beim Dienst zum Synchronisieren aus, oder benennen Sie den Ordner hier um, oder löschen Sie ihn.',
  ],
  [
    '[P72] a file that may not be downloaded',
    () => there('secret.pdf', { canDownload: false }) && 'secret.pdf',
    'excluded',
    'download_not_permitted',
    'You don\'t have permission to download "secret.pdf". Ask the owner for permission, or leave it on the service.',
    'Sie dürfen „secret.pdf“ nicht herunterladen. Bitten Sie den Eigentümer um die Berechtigung, oder lassen Sie das Element beim Dienst.',
  ],
  [
    '[E78] a place that a link has',
    async () => {
      await symlink('/tmp', root.at('docs'));
      await scan();
      folderThere('docs');
      return there('docs/a.txt') && 'docs/a.txt';
    },
    'ignored',
    'place_not_free',
    '"docs/a.txt" is only on the service: on this computer, a link named "docs" has its place. Move or rename "docs" on this computer and it will be downloaded.',
    '„docs/a.txt“ ist nur beim Dienst: Auf diesem Computer steht „docs“ an seiner Stelle, eine Verknüpfung. Verschieben Sie „docs“ auf diesem Computer, oder benennen Sie es um, dann wird das Element heruntergeladen.',
  ],
  [
    '[P34] a place that a link has, on a disk that ignores case',
    async () => {
      const nameLimit = { length: 255, unit: 'utf16' } as const;
      keepTraits(root.store, { caseSensitive: false, nameLimit, platform: 'posix' });
      await symlink('/tmp', root.at('Docs'));
      await scan();
      return there('docs') && 'docs';
    },
    'ignored',
    'place_not_free',
    '"docs" is only on the service: on this computer, a link named "Docs" has its place. Move or rename "Docs" on this computer and it will be downloaded.',
    '„docs“ ist nur beim Dienst: Auf diesem Computer steht „Docs“ an seiner Stelle, eine Verknüpfung. Verschieben Sie „Docs“ auf diesem Computer, oder benennen Sie es um, dann wird das Element heruntergeladen.',
  ],
  [
    '[E83] a file that the account can no longer see',
    async () => {
      await root.write('f', 'x');
      await scan();
      const item = there('f');
      agree(root.row('f').id, item);
      root.store.removeRemote(item.id, root.store.tick(), undefined, true);
      atRest();
      return 'f';
    },
    'excluded',
    'access_lost',
    'You no longer have access to "f" on the service. You don\'t have to do anything. Tandem moves your unsynced changes to "Tandem (rescued)", and everything else to the trash on this computer.',
    'Sie haben beim Dienst keinen Zugriff mehr auf „f“. Sie müssen nichts tun. Tandem verschiebt nicht synchronisierte Änderungen nach „Tandem (rescued)“ und alles andere in den Papierkorb dieses Computers.',
  ],
  [
    '[E83] a file that the account can no longer see, before Tandem has acted on it',
    async () => {
      await root.write('f', 'x');
      await scan();
      const item = there('f');
      agree(root.row('f').id, item);
      root.store.removeRemote(item.id, root.store.tick(), undefined, true);
      return 'f';
    },
    'syncing',
    'access_lost',
    'You no longer have access to "f" on the service. You don\'t have to do anything. Tandem moves your unsynced changes to "Tandem (rescued)", and everything else to the trash on this computer.',
    'Sie haben beim Dienst keinen Zugriff mehr auf „f“. Sie müssen nichts tun. Tandem verschiebt nicht synchronisierte Änderungen nach „Tandem (rescued)“ und alles andere in den Papierkorb dieses Computers.',
  ],
  [
    '[E83] a file that was moved out',
    () => {
      const known = { rootId: root.store.id, localId: null, itemId: null, itemKind: 'file', bytes: 1 } as const;
      const what = { kind: 'rescue', side: 'local', rule: 'P70', path: 'd/f', fromPath: null, before: null } as const;
      const after = JSON.stringify({ rescuedTo: '/home/ann/Tandem (rescued)/d/f' });
      root.whole.journal.append({ ...known, ...what, after, atMs: 1, batch: 1 });
      return 'd/f';
    },
    'unknown',
    'moved_out',
    'You no longer have access to "d/f" on the service. Your version is now "/home/ann/Tandem (rescued)/d/f". To upload it as a new item, move it back into a synced folder.',
    'Sie haben beim Dienst keinen Zugriff mehr auf „d/f“. Ihre Version ist jetzt „/home/ann/Tandem (rescued)/d/f“. Verschieben Sie es zurück in einen synchronisierten Ordner, um es als neues Element hochzuladen.',
  ],
  [
    '[E80] a folder that was deleted on the service and holds something ignored',
    async () => {
      await root.write('d/.DS_Store', 'x');
      await scan();
      const { id } = root.row('d');
      agree(id, folderThere('d'));
      root.store.noteLeftOver([id]);
      const gone = root.store.syncedByLocal(id)?.itemId;
      if (gone !== undefined) root.store.removeRemote(gone, root.store.tick());
      root.store.removeSynced(id);
      atRest();
      return 'd';
    },
    'ignored',
    'left_over',
    "\"d\" isn't synced: it was deleted on the service, and it stays here because of items in it that don't sync. Delete it on this computer if you don't need these items.",
    '„d“ wird nicht synchronisiert: Es wurde beim Dienst gelöscht, und es bleibt hier, weil es Elemente enthält, die nicht synchronisiert werden. Löschen Sie es auf diesem Computer, wenn Sie diese Elemente nicht brauchen.',
  ],
];

test.each(CASES)('why: %s', async (_what, arrange, status, cause, english, german) => {
  expect(why(await arrange())).toEqual({ status, cause, said: [english, german] });
});

test('[E79] a file whose rule is gone is queued until the next scan', async () => {
  await root.write('a.draft', 'x');
  await scan();
  root.observer.setOwnRules([]);
  expect(why('a.draft')).toMatchObject({
    status: 'syncing',
    cause: null,
    said: ['"a.draft" changed and is queued.', expect.any(String)],
  });
});

test('a path that is nowhere has no cause, and neither has one whose link is gone', async () => {
  await symlink('/tmp', root.at('away'));
  await scan();
  await unlink(root.at('away'));
  await scan();
  for (const path of ['away', 'nowhere/at/all']) {
    const answer = `"${path}" is neither on this computer nor on the service.`;
    expect(why(path)).toMatchObject({ status: 'unknown', cause: null, said: [answer, expect.any(String)] });
  }
});
