import { formatCount } from '../../format.ts';
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
    linkCreated: 'Link erstellt und kopiert.',
    linkOpens: {
      open: 'Alle mit dem Link können ansehen.',
      company: 'Personen im Unternehmen können ihn öffnen.',
      collaborators: 'Nur Personen, die bereits Zugriff haben, können ihn öffnen.',
    },
    linkOpensHere: 'Er lässt sich nur auf diesem Computer öffnen.',
    linksOpenHere: (count, all) => {
      const which =
        count === all
          ? all === 1
            ? 'Er lässt'
            : 'Sie lassen'
          : `${formatCount(count)} davon ${count === 1 ? 'lässt' : 'lassen'}`;
      return `${which} sich nur auf diesem Computer öffnen.`;
    },
    linkNotCopied: 'Der Link wurde erstellt, konnte aber nicht kopiert werden.',
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
