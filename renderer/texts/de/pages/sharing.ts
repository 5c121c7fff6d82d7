import type { Texts } from '../../texts-type.ts';

/** Shared with me. */
export const sharingTexts: Pick<Texts, 'sharing'> = {
  sharing: {
    title: 'Mit mir geteilt',
    columns: { name: 'Name', role: 'Rolle', by: 'Geteilt von', date: 'Geteilt' },
    shared: 'Mit Ihnen geteilt',
    nothing: 'Noch nichts mit Ihnen geteilt',
    nothingDetail:
      'Werden Sie zu einer Datei oder einem Ordner eingeladen, erscheint die Einladung hier und im Infobereich.',
    acceptFirst: 'Geteilte Elemente erscheinen hier, sobald Sie die Einladung annehmen.',
    leave: 'Verlassen …',
    leaveAction: 'Verlassen',
    leaveOf: (name) => `${name} verlassen`,
    left: (name) => `„${name}“ verlassen.`,
    leaveTitle: (name) => `„${name}“ verlassen?`,
    leaveDetail: (owner) =>
      `Es verschwindet aus Ihren Dateien, ${owner === '' ? 'der Eigentümer' : owner} behält es. Zugriff erhalten Sie nur mit einer neuen Einladung wieder.`,
    throughGroup:
      'Sie haben Zugriff über eine Gruppe oder einen übergeordneten Ordner. Bitten Sie die Administration der Gruppe, Sie zu entfernen.',
  },
};
