import type { Texts } from '../../texts-type.ts';
import { files, formatBytes } from './plural.ts';

/** The tree of folders of the service, with what of them is on this computer. */
export const selectionTexts: Pick<Texts, 'selection'> = {
  selection: {
    tree: 'Ordner des Dienstes',
    shared: 'mit Ihnen geteilt',
    size: (bytes) => formatBytes(bytes),
    loading: 'Die Ordner werden geladen …',
    listing: 'Die Ordner des Dienstes werden noch gelesen; es können weitere hinzukommen.',
    none: 'Beim Dienst gibt es noch keine Ordner',
    noneDetail: 'Dateien der obersten Ebene liegen immer auf diesem Computer.',
    holdsEverywhere:
      'Abgewählte Ordner bleiben beim Dienst. Eigene Ordner sind dann auf allen Ihren Computern abgewählt, mit Ihnen geteilte nur auf diesem.',
    chosen: (fileCount, bytes) => `${files(fileCount)}, ${formatBytes(bytes)} auf diesem Computer`,
    rest: (bytes) => `${formatBytes(bytes)} nur online`,
    free: (bytes) => `${formatBytes(bytes)} auf diesem Laufwerk frei`,
    tooLarge: (bytes) => `Das ist mehr als die ${formatBytes(bytes)}, die auf diesem Laufwerk frei sind.`,
  },
};
