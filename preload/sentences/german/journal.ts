/** What was done, as Activity shows it. */
export const journalSentences: Readonly<Record<string, string>> = {
  Uploaded: 'Hochgeladen',
  'Uploaded a new version': 'Neue Version hochgeladen',
  Downloaded: 'Heruntergeladen',
  'Downloaded a new version': 'Neue Version heruntergeladen',
  'Created the folder on the service': 'Ordner beim Dienst angelegt',
  'Created the folder on this computer': 'Ordner auf diesem Computer angelegt',
  'Renamed on the service': 'Beim Dienst umbenannt',
  'Renamed on this computer': 'Auf diesem Computer umbenannt',
  'Moved on the service': 'Beim Dienst verschoben',
  'Moved on this computer': 'Auf diesem Computer verschoben',
  'Kept both versions: this is the one of this computer': 'Beide Versionen aufbewahrt: Dies ist die dieses Computers',
  'Moved the folder to the trash of the service': 'Ordner in den Papierkorb des Dienstes verschoben',
  'Moved to the trash of the service': 'In den Papierkorb des Dienstes verschoben',
  'Moved beside the synced folder: it was changed here, and its folder is not shared any more':
    'Neben den synchronisierten Ordner verschoben: Es wurde hier geändert, und sein Ordner wird nicht mehr geteilt',
  'Moved the folder to the trash of this computer': 'Ordner in den Papierkorb dieses Computers verschoben',
  'Moved to the trash of this computer': 'In den Papierkorb dieses Computers verschoben',
  'Found equal on both sides': 'Auf beiden Seiten gleich vorgefunden',
  Read: 'Gelesen',
  'Gone on both sides': 'Auf beiden Seiten verschwunden',
  'Brought an earlier version back on the service': 'Frühere Version beim Dienst zurückgeholt',
  'Took it out of the trash of the service': 'Aus dem Papierkorb des Dienstes geholt',
  'Took it out of the trash of this computer': 'Aus dem Papierkorb dieses Computers geholt',
  'Replaced it by the other version': 'Durch die andere Version ersetzt',
  'Decided the conflict': 'Konflikt entschieden',
};

/** The last of it in a folder: what was done, and to what. */
export function lastChangeSentences(): Readonly<Record<string, string>> {
  const sentences = Object.entries(journalSentences);
  return Object.fromEntries(sentences.map(([english, german]) => [`${english}: {path}`, `${german}: {path}`]));
}

/** What a sync would do. */
export const plannedSentences: Readonly<Record<string, string>> = {
  'Read it, to compare it with the service': 'Lesen, um es mit dem Dienst zu vergleichen',
  'Nothing to transfer: both sides hold the same': 'Nichts zu übertragen: Beide Seiten haben dasselbe',
  'Forget it: gone on both sides': 'Vergessen: auf beiden Seiten verschwunden',
  'Create the folder on the service': 'Den Ordner beim Dienst anlegen',
  'Create the folder on this computer': 'Den Ordner auf diesem Computer anlegen',
  'Upload it': 'Hochladen',
  'Upload a new version': 'Eine neue Version hochladen',
  'Download it': 'Herunterladen',
  'Download the new version': 'Die neue Version herunterladen',
  'Move or rename it on the service': 'Beim Dienst verschieben oder umbenennen',
  'Move or rename it on this computer': 'Auf diesem Computer verschieben oder umbenennen',
  'Keep both: rename the version of this computer': 'Beide behalten: die Version dieses Computers umbenennen',
  'Move it to the trash of the service': 'In den Papierkorb des Dienstes verschieben',
  'Move it to the trash of this computer': 'In den Papierkorb dieses Computers verschieben',
  'Move it to a folder beside the synced one: it is only here, and its folder is not shared any more':
    'In einen Ordner neben dem synchronisierten verschieben: Es ist nur hier, und sein Ordner wird nicht mehr geteilt',
};
