/** A kind of thing in the forms that sentences need. `No`: `keine Datei`, as an object. */
type Kind = { readonly the: string; readonly a: string; readonly no: string; readonly toThe: string };

const kinds: Readonly<Record<string, Kind>> = {
  file: { the: 'Die Datei', a: 'eine Datei', no: 'keine Datei', toThe: 'der Datei' },
  folder: { the: 'Der Ordner', a: 'einen Ordner', no: 'keinen Ordner', toThe: 'dem Ordner' },
  'web link': { the: 'Der Weblink', a: 'einen Weblink', no: 'keinen Weblink', toThe: 'dem Weblink' },
  'file version': { the: 'Die Version', a: 'eine Version', no: 'keine Version', toThe: 'der Version' },
  user: { the: 'Das Konto', a: 'ein Konto', no: 'kein Konto', toThe: 'dem Konto' },
  ownership: { the: 'Das Konto', a: 'ein Konto', no: 'kein Konto', toThe: 'dem Konto' },
  enterprise: { the: 'Das Unternehmen', a: 'ein Unternehmen', no: 'kein Unternehmen', toThe: 'dem Unternehmen' },
};

/** The English word of a service for a kind of thing, in German; of another one, an element. */
export const kindOf = (word: string): Kind =>
  kinds[word] ?? { the: 'Das Element', a: 'ein Element', no: 'kein Element', toThe: 'dem Element' };

const roles: Readonly<Record<string, string>> = {
  editor: 'Bearbeiten',
  viewer: 'Ansehen',
  previewer: 'Nur Vorschau',
  uploader: 'Hochladen',
  'previewer uploader': 'Vorschau und Hochladen',
  'viewer uploader': 'Ansehen und Hochladen',
  'co-owner': 'Miteigentümer',
};

/** A role as the window calls it. */
export const roleOf = (word: string): string => roles[word] ?? word;

const states: Readonly<Record<string, string>> = {
  pending: 'offen',
  accepted: 'angenommen',
  rejected: 'abgelehnt',
  incomplete: 'offen',
  completed: 'erledigt',
  approved: 'genehmigt',
};

/** The state of an invitation or a task. */
export const stateOf = (word: string): string => states[word] ?? word;
