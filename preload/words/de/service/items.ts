import type { ServiceTable } from '../../wording.ts';
import { kindOf, roleOf } from './kinds.ts';

/** Names, rights, locks and space, and files, folders, versions and the trash. */
export const items: ServiceTable = {
  'A name must have at least one character.': 'Ein Name braucht mindestens ein Zeichen.',
  'A name must be valid Unicode.': 'Ein Name muss gültiges Unicode sein.',
  'This one contains half a surrogate pair.': 'Dieser enthält ein halbes Ersatzzeichenpaar.',
  'A name can have at most {0} characters, not {1}.': 'Ein Name darf höchstens {0} Zeichen haben, nicht {1}.',
  'Shorten it.': 'Kürzen Sie ihn.',
  'A name must not be "{0}".': 'Ein Name darf nicht „{0}“ sein.',
  'A name must not contain "/" or "\\".': 'Ein Name darf weder „/“ noch „\\“ enthalten.',
  'A name must not contain control characters.': 'Ein Name darf keine Steuerzeichen enthalten.',
  'A name must not end with a space.': 'Ein Name darf nicht mit einem Leerzeichen enden.',
  'Remove it.': 'Entfernen Sie es.',
  'This folder already contains a {0} named "{1}".': (kind) =>
    `Dieser Ordner enthält bereits ${kindOf(kind).a} namens „{1}“.`,
  'Choose another name.': 'Wählen Sie einen anderen Namen.',

  'The {0} {1} is in the trash.': (kind) => `${kindOf(kind).the} {1} ist im Papierkorb.`,
  'Restore it first.': 'Stellen Sie das Element zuerst wieder her.',
  'There is no {0} {1}, or you have no access to it.': (kind) =>
    `Es gibt ${kindOf(kind).no} {1}, oder Sie haben keinen Zugriff darauf.`,
  'Your account has the status "{0}", which does not allow this.':
    'Ihr Konto hat den Status „{0}“, der das nicht erlaubt.',
  'Ask your administrator.': 'Fragen Sie die Administration.',
  'Your role "{0}" does not allow this with "{1}".': (role) =>
    `Ihre Rolle „${roleOf(role)}“ erlaubt das bei „{1}“ nicht.`,
  'Ask its owner for more.': 'Bitten Sie den Eigentümer um die Berechtigung.',
  '"{0}" is locked by someone else.': '„{0}“ ist von einer anderen Person gesperrt.',
  'Wait until it is unlocked, or ask the person who locked it.':
    'Warten Sie, bis die Sperre aufgehoben ist, oder wenden Sie sich an die Person, die sie gesetzt hat.',
  'The folder "{0}" is locked and cannot be moved or deleted.':
    'Der Ordner „{0}“ ist gesperrt und kann nicht verschoben oder gelöscht werden.',
  'Unlock it first.': 'Heben Sie zuerst die Sperre auf.',
  'The folder "{0}" is already locked.': 'Der Ordner „{0}“ ist bereits gesperrt.',
  'A lock must expire in the future.': 'Eine Sperre muss in der Zukunft enden.',
  'Send a later "expires_at", or omit it.': 'Wählen Sie ein späteres Ablaufdatum oder keines.',
  '"{0}" has changed: its etag is "{1}", not "{2}".': '„{0}“ hat sich inzwischen geändert (Stand „{1}“ statt „{2}“).',
  'Read it again.': 'Laden Sie es neu.',
  'The file has {0} bytes.': 'Die Datei hat {0} Bytes.',
  'Your max_upload_size is {0}.': 'Sie dürfen höchstens {0} Bytes hochladen.',
  'Ask your administrator to raise it.': 'Bitten Sie die Administration um ein höheres Limit.',
  'The limit is {0}.': 'Das Limit liegt bei {0}.',
  'Not enough space for {0} bytes: {1} of {2} bytes are free.':
    'Nicht genug Speicher für {0} Bytes: {1} von {2} Bytes sind frei.',
  'Unfinished uploads take {0} bytes.': 'Unvollständige Uploads belegen {0} Bytes.',
  'That space is freed when they finish, are aborted or expire.':
    'Dieser Platz wird frei, sobald sie fertig sind, abgebrochen werden oder ablaufen.',
  'Empty the trash or ask for more space.': 'Leeren Sie den Papierkorb, oder bitten Sie um mehr Speicherplatz.',

  'The root folder cannot be copied.': 'Der oberste Ordner kann nicht kopiert werden.',
  '"{0}" contains more than {1} items, the limit of one copy.':
    '„{0}“ enthält mehr als {1} Elemente, das Limit für eine Kopie.',
  'Copy its folders one by one.': 'Kopieren Sie die Ordner darin einzeln.',
  '"{0}" contains more than {1} items, the limit of one move to another owner.':
    '„{0}“ enthält mehr als {1} Elemente, das Limit beim Verschieben zu einer anderen Person.',
  'Move its folders one by one.': 'Verschieben Sie die Ordner darin einzeln.',
  'The root folder cannot be deleted.': 'Der oberste Ordner kann nicht gelöscht werden.',
  'You cannot delete an item that is shared with you.':
    'Ein Element, das mit Ihnen geteilt wird, können Sie nicht löschen.',
  'Only the owner and co-owners can restore an item that is shared with you.':
    'Ein Element, das mit Ihnen geteilt wird, können nur Eigentümer und Miteigentümer wiederherstellen.',
  'Leave the collaboration instead.': 'Verlassen Sie stattdessen die Zusammenarbeit.',
  'The folder contains 1 item.': 'Der Ordner enthält ein Element.',
  'The folder contains {0} items.': 'Der Ordner enthält {0} Elemente.',
  'Delete it with recursive=true, or empty it first.':
    'Löschen Sie ihn mit seinem Inhalt (recursive=true), oder leeren Sie ihn zuerst.',
  'Nothing was deleted: the changes in the folder since then are not known.':
    'Es wurde nichts gelöscht: Welche Änderungen es im Ordner seitdem gab, ist nicht bekannt.',
  'Nothing was deleted: something in the folder changed since then.':
    'Es wurde nichts gelöscht: Im Ordner hat sich seitdem etwas geändert.',
  'Nothing was deleted: too much changed since then.': 'Es wurde nichts gelöscht: Seitdem hat sich zu viel geändert.',
  'Read the events and try again.': 'Laden Sie die Änderungen, und versuchen Sie es erneut.',
  'Only the owner can move a shared item.': 'Nur der Eigentümer kann ein geteiltes Element verschieben.',
  'A folder cannot be moved into itself or into a folder below it.':
    'Ein Ordner kann nicht in sich selbst oder in einen Ordner darunter verschoben werden.',
  'Only the owner of an item can move it into a folder that belongs to someone else.':
    'Nur der Eigentümer kann ein Element in einen Ordner verschieben, der jemand anderem gehört.',
  'Copy it instead.': 'Kopieren Sie es stattdessen.',
  'The root folder cannot be changed or moved.': 'Der oberste Ordner kann nicht geändert oder verschoben werden.',
  'The root folder cannot be moved or deleted anyway.':
    'Der oberste Ordner kann ohnehin nicht verschoben oder gelöscht werden.',
  '"{0}" can be false only if "can_non_owners_invite" is false.':
    '„{0}“ lässt sich nur zusammen mit „can_non_owners_invite“ ausschalten.',
  'Send both.': 'Senden Sie beide Angaben.',
  'The service allows at most {0} different tags, and {1} of these would be new.':
    'Der Dienst erlaubt höchstens {0} verschiedene Schlagwörter, und {1} davon wären neu.',
  'Use existing tags.': 'Verwenden Sie vorhandene Schlagwörter.',
  'Collection {0} does not exist, or it is not yours.': 'Die Sammlung {0} gibt es nicht, oder sie gehört Ihnen nicht.',

  'The current version of a file cannot be deleted.': 'Die aktuelle Version einer Datei kann nicht gelöscht werden.',
  'Delete the file, or promote another version first.':
    'Löschen Sie die Datei, oder machen Sie zuerst eine andere Version zur aktuellen.',
  'Version {0} is already in the trash.': 'Die Version {0} ist bereits im Papierkorb.',
  'Version {0} is in the trash.': 'Die Version {0} ist im Papierkorb.',
  'Version {0} is not in the trash.': 'Die Version {0} ist nicht im Papierkorb.',
  'File {0} has no version {1}.': 'Die Datei {0} hat keine Version {1}.',
  'The file has no version {0}.': 'Die Datei hat keine Version {0}.',

  'The {0} {1} is not in the trash.': (kind) => `${kindOf(kind).the} {1} ist nicht im Papierkorb.`,
  'The {0} {1} is in a trashed folder.': (kind) => `${kindOf(kind).the} {1} ist in einem Ordner im Papierkorb.`,
  'Restore that folder.': 'Stellen Sie diesen Ordner wieder her.',
  'It is on legal hold and cannot be permanently deleted.':
    'Es unterliegt einer rechtlichen Sperre und kann nicht endgültig gelöscht werden.',
  'It can stay in the trash until the hold is released.':
    'Es kann im Papierkorb bleiben, bis die Sperre aufgehoben ist.',
  'A retention policy prevents its permanent deletion until the retention expires.':
    'Eine Aufbewahrungsrichtlinie verhindert das endgültige Löschen bis zum Ablauf der Frist.',
  'It can stay in the trash.': 'Es kann im Papierkorb bleiben.',
  'Its folder no longer exists.': 'Sein Ordner existiert nicht mehr.',
  'Send a folder of the same owner as "parent" to restore it there.':
    'Geben Sie einen Ordner derselben Person an, um es dort wiederherzustellen.',
};
