import type { Texts } from '../../texts-type.ts';

/** Shared with me. */
export const sharingTexts: Pick<Texts, 'sharing'> = {
  sharing: {
    title: 'Mit mir geteilt',
    columns: { name: 'Name', role: 'Rolle', by: 'Geteilt von', date: 'Geteilt' },
    shared: 'Mit Ihnen geteilt',
    nothing: 'Nichts ist mit Ihnen geteilt',
    nothingDetail:
      'Werden Sie zu einer Datei oder einem Ordner eingeladen, erscheint die Einladung hier und in der Symbolleiste.',
    acceptFirst: 'Geteilte Elemente erscheinen hier, sobald Sie die Einladung annehmen.',
    leave: 'Verlassen',
    leaveOf: (name) => `${name} verlassen`,
    left: (name) => `„${name}“ verlassen.`,
    leaveTitle: (name) => `„${name}“ verlassen?`,
    leaveDetail: (owner) =>
      owner === ''
        ? 'Es verschwindet aus Ihren Dateien, und wem es gehört, behält es. Nur eine Einladung bringt es zurück.'
        : `Es verschwindet aus Ihren Dateien und bleibt bei ${owner}. Nur eine Einladung bringt es zurück.`,
    throughGroup:
      'Sie haben es über eine Gruppe oder einen übergeordneten Ordner. Bitten Sie die Administration der Gruppe, Sie herauszunehmen.',
  },
};
