import type { Texts } from '../../texts-type.ts';
import { plural, things } from '../frame/plural.ts';

/** Words that the pages of lists and forms share: file requests, hubs, administration. */
export const manageTexts: Pick<Texts, 'manage'> = {
  manage: {
    undo: 'Rückgängig',
    save: 'Speichern',
    create: 'Erstellen',
    edit: 'Bearbeiten …',
    details: 'Details anzeigen',
    copyLink: 'Link kopieren',
    copyLinkOf: (name) => `Link kopieren: ${name}`,
    linkCopied: 'Link kopiert.',
    linkCopiedFor: {
      open: 'Link kopiert. Alle mit dem Link können ansehen.',
      company: 'Link kopiert. Personen im Unternehmen können ihn öffnen.',
      collaborators: 'Link kopiert. Nur Personen, die bereits Zugriff haben, können ihn öffnen.',
    },
    linksCopied: (count) => `${plural(count, { one: 'Link', other: 'Links' })} kopiert.`,
    inQuotes: (name) => `„${name}“`,
    noLinks: (count, names) =>
      `${plural(count, { one: 'Element hat', other: 'Elemente haben' })} keinen Freigabelink (${names}).`,
    noLink: (name) => `„${name}“ hat keinen Freigabelink. Erstellen Sie einen unter „Teilen“.`,
    up: 'Zum übergeordneten Ordner',
    choose: 'Auswählen …',
    chooseThis: 'Diesen Ordner auswählen',
    inHere: 'Inhalt dieses Ordners',
    nothingInHere: 'Hier gibt es nichts auszuwählen.',
    showPeople: 'Personen anzeigen',
    showGroups: 'Gruppen anzeigen',
    looking: 'Suche läuft …',
    nobodyFound: 'Keine Treffer.',
    noGroupFound: 'Keine Treffer.',
    copyAddress: 'Link kopieren',
    copied: 'Kopiert',
    openAddress: 'Öffnen',
    privateAddress:
      'Dieser Dienst läuft nur auf diesem Computer, deshalb kann niemand anderes den Link öffnen. Um ihn zu teilen, verbinden Sie Tandem in den Einstellungen mit einem Dienst.',
    unseenItem: (type, id) =>
      type === 'folder' ? `Ordner ${id}, für Sie nicht sichtbar` : `Datei ${id}, für Sie nicht sichtbar`,
    noMatch: 'Keine Treffer',
    noMatchDetail: 'Versuchen Sie ein anderes Wort oder weniger Filter.',
    panelOf: (name) => `Details zu ${name}`,
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
    items: (count) => things(count),
  },
};
