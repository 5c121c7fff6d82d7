import type { Texts } from '../../texts-type.ts';
import { things } from '../frame/plural.ts';

/** Words that the pages of lists and forms share: file requests, hubs, administration. */
export const manageTexts: Pick<Texts, 'manage'> = {
  manage: {
    undo: 'Rückgängig',
    save: 'Speichern',
    create: 'Anlegen',
    up: 'Zum übergeordneten Ordner',
    choose: 'Auswählen …',
    chooseThis: 'Diesen Ordner auswählen',
    chooseItem: 'Datei oder Ordner auswählen',
    inHere: 'Inhalt dieses Ordners',
    nothingInHere: 'Hier gibt es nichts auszuwählen.',
    showPeople: 'Personen anzeigen',
    showGroups: 'Gruppen anzeigen',
    looking: 'Suche läuft …',
    nobodyFound: 'Niemand heißt so.',
    noGroupFound: 'Keine Gruppe heißt so.',
    copyAddress: 'Adresse kopieren',
    copied: 'Kopiert',
    openAddress: 'Öffnen',
    privateAddress:
      'Dieser Dienst läuft nur auf diesem Computer, deshalb öffnet sich der Link für niemand anderen. Zum Teilen verbinden Sie Tandem in den Einstellungen mit einem Dienst.',
    unseenItem: (type, id) =>
      type === 'folder' ? `Ordner ${id}, für Sie nicht sichtbar` : `Datei ${id}, für Sie nicht sichtbar`,
    noMatch: 'Keine Treffer',
    noMatchDetail: 'Versuchen Sie ein anderes Wort oder weniger Filter.',
    panelOf: (name) => `Über ${name}`,
    person: 'Person',
    group: 'Gruppe',
    folder: 'Ordner',
    file: 'Datei',
    role: 'Rolle',
    changeRoleOf: (name) => `Rolle von ${name}`,
    add: 'Hinzufügen',
    remove: 'Entfernen',
    removeOf: (name) => `${name} entfernen`,
    name: 'Name',
    description: 'Beschreibung',
    state: 'Status',
    byPerson: (name, when) => `${name}, ${when}`,
    items: (count) => things(count),
  },
};
