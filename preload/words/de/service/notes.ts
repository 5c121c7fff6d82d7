import type { ServiceTable } from '../../wording.ts';
import { stateOf } from './kinds.ts';

const ACTIONS: Readonly<Record<string, string>> = { review: 'Prüfen', complete: 'Erledigen' };

/** Comments, tasks, metadata and search. */
export const notes: ServiceTable = {
  'A comment needs a "message" or a "tagged_message".': 'Ein Kommentar braucht einen Text.',
  'You have just posted the same comment on this file.':
    'Sie haben diese Datei gerade eben mit demselben Text kommentiert.',
  'Comment {0} does not exist, or you have no access to its file.':
    'Den Kommentar {0} gibt es nicht, oder Sie haben keinen Zugriff auf die Datei.',
  'Only the author of a comment can change it.': 'Einen Kommentar kann nur ändern, wer ihn geschrieben hat.',
  'Only the author of a comment, or someone who may delete the file, can delete it.':
    'Einen Kommentar kann nur löschen, wer ihn geschrieben hat oder die Datei löschen darf.',

  'This task is already assigned to {0}.': 'Diese Aufgabe ist {0} bereits zugewiesen.',
  'A task can be assigned to at most {0} people.': 'Eine Aufgabe kann höchstens {0} Personen zugewiesen werden.',
  'Only the assignee can resolve a task.': 'Eine Aufgabe kann nur abschließen, wem sie zugewiesen ist.',
  'This assignment is {0} and cannot be deleted.': (state) =>
    `Diese Zuweisung ist ${stateOf(state)} und kann nicht gelöscht werden.`,
  'A task to {0} can be {1}, not {2}.': (action, allowed, state) =>
    `Eine Aufgabe zum ${ACTIONS[action] ?? action} kann ${allowed.split(' or ').map(stateOf).join(' oder ')} sein, nicht ${stateOf(state)}.`,
  '"{0}" has no access to "{1}".': '„{0}“ hat keinen Zugriff auf „{1}“.',
  'Share the file with this person first.': 'Teilen Sie die Datei zuerst mit dieser Person.',
  'A file can have at most {0} tasks.': 'Eine Datei kann höchstens {0} Aufgaben haben.',
  'Delete one first.': 'Löschen Sie zuerst einen Eintrag.',
  'Someone has already resolved this task, so its "action" can no longer change.':
    'Diese Aufgabe hat bereits jemand abgeschlossen; ihre Art lässt sich nicht mehr ändern.',
  'Task {0} does not exist, or you have no access to its file.':
    'Die Aufgabe {0} gibt es nicht, oder Sie haben keinen Zugriff auf die Datei.',
  'Task assignment {0} does not exist, or you have no access to its file.':
    'Die Zuweisung {0} gibt es nicht, oder Sie haben keinen Zugriff auf die Datei.',
  'Only the creator of a task, or someone who may rename its file, can change it.':
    'Eine Aufgabe kann nur ändern, wer sie erstellt hat oder die Datei umbenennen darf.',

  '"{0}" already has metadata of the template "{1}".': '„{0}“ hat bereits Metadaten der Vorlage „{1}“.',
  'Update it instead.': 'Ändern Sie diese stattdessen.',
  'An item can have metadata of at most {0} templates.': 'Ein Element kann Metadaten von höchstens {0} Vorlagen haben.',
  'Remove one first.': 'Entfernen Sie zuerst eine davon.',
  'The item has no metadata of the template "{0}".': 'Das Element hat keine Metadaten der Vorlage „{0}“.',
  'The scope "{0}" has no metadata template "{1}".': 'Im Bereich „{0}“ gibt es keine Metadatenvorlage „{1}“.',
  'Metadata instance {0} does not exist, or you have no access to its item.':
    'Die Metadaten {0} gibt es nicht, oder Sie haben keinen Zugriff auf das Element.',
  'The root folder cannot have metadata.': 'Der oberste Ordner kann keine Metadaten haben.',
  'Step {0} of the patch:': 'Schritt {0} der Änderung:',
  '"{0}" does not have the value that it was tested for.': '„{0}“ hat nicht den erwarteten Wert.',
  'There is no "{0}".': '„{0}“ gibt es nicht.',
  'The template "{0}" has no such field.': 'Die Vorlage „{0}“ hat kein solches Feld.',
  'Omit it.': 'Lassen Sie die Angabe weg.',
  'Keys that begin with "$" belong to the service.': 'Schlüssel, die mit „$“ beginnen, sind dem Dienst vorbehalten.',
  'must be a text.': 'muss ein Text sein.',
  'must be a number.': 'muss eine Zahl sein.',
  'must be one of {0}.': 'muss einer dieser Werte sein: {0}.',
  'must be one of {0}, not "{1}".': 'muss einer dieser Werte sein: {0}, nicht „{1}“.',
  'must be an array of some of {0}.': 'muss eine Auswahl dieser Werte sein: {0}.',
  'may have at most {0} characters, not {1}.': 'darf höchstens {0} Zeichen haben, nicht {1}.',
  'An item can have at most {0} free keys, not {1}.':
    'Ein Element kann höchstens {0} freie Schlüssel haben, nicht {1}.',
  'Remove some.': 'Entfernen Sie einige.',

  'The query contains only exclusions.': 'Die Suche enthält nur Ausschlüsse.',
  'Add at least one word to search for.': 'Geben Sie mindestens ein Suchwort an.',
  'A query can have at most {0} words, not {1}.': 'Eine Suche kann höchstens {0} Wörter haben, nicht {1}.',
};
