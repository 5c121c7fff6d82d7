/** Why a path is not in step, and what helps: what a step met (main/engine/execute/problems.ts). */
export const stepProblems: Readonly<Record<string, string>> = {
  'The service does not take the name of "{subject}".': 'Der Dienst nimmt den Namen von „{subject}“ nicht an.',
  'Rename it; it is synced as soon as it has a name that the service takes.':
    'Benennen Sie es um; es wird synchronisiert, sobald es einen Namen hat, den der Dienst annimmt.',
  'This computer cannot store the name of "{subject}".':
    'Dieser Computer kann den Namen von „{subject}“ nicht speichern.',
  'Rename it on the service; it is synced as soon as it has a name that this computer can store.':
    'Benennen Sie es beim Dienst um; es wird synchronisiert, sobald es einen Namen hat, den dieser Computer speichern kann.',
  'The name or the path of "{subject}" is too long for this disk.':
    'Der Name oder der Pfad von „{subject}“ ist zu lang für dieses Laufwerk.',
  'Shorten its name or move it nearer to the top; it is synced as soon as it fits.':
    'Kürzen Sie den Namen, oder verschieben Sie es weiter nach oben; es wird synchronisiert, sobald es passt.',
  '"{subject}" cannot be read on this computer: access is denied.':
    '„{subject}“ kann auf diesem Computer nicht gelesen werden: Der Zugriff wird verweigert.',
  'Give yourself the right to read it. It is tried again by itself.':
    'Geben Sie sich das Recht, es zu lesen. Es wird von selbst erneut versucht.',
  '"{subject}" cannot be written on this computer: access is denied.':
    '„{subject}“ kann auf diesem Computer nicht geschrieben werden: Der Zugriff wird verweigert.',
  'Give yourself the right to write to its folder. It is tried again by itself.':
    'Geben Sie sich das Recht, in den Ordner zu schreiben. Es wird von selbst erneut versucht.',
  '"{subject}" is in use by another program.': '„{subject}“ wird von einem anderen Programm verwendet.',
  'Close it there; it is synced as soon as the program lets go of it.':
    'Schließen Sie es dort; es wird synchronisiert, sobald das Programm es freigibt.',
  'There is not enough room on this disk for "{subject}".':
    'Auf diesem Laufwerk ist nicht genug Platz für „{subject}“.',
  'Free some space; it is tried again by itself.': 'Schaffen Sie Platz; es wird von selbst erneut versucht.',
  'The disk had trouble with "{subject}".': 'Das Laufwerk hatte Schwierigkeiten mit „{subject}“.',
  'The disk had trouble with "{subject}": {detail:said}.':
    'Das Laufwerk hatte Schwierigkeiten mit „{subject}“: {detail}.',
  'It is tried again by itself. If this stays, check the disk.':
    'Es wird von selbst erneut versucht. Bleibt es dabei, prüfen Sie das Laufwerk.',
  '"{subject}" changes faster than it can be read.': '„{subject}“ ändert sich schneller, als es gelesen werden kann.',
  'It is synced as soon as it is left alone for a moment. If it never is, leave it out with a line in .tandemignore.':
    'Es wird synchronisiert, sobald es einen Moment in Ruhe gelassen wird. Geschieht das nie, lassen Sie es mit einer Zeile in .tandemignore aus.',
  '"{subject}" grows all the time, so a version of it is sent only every few minutes.':
    '„{subject}“ wächst ständig; deshalb wird nur alle paar Minuten eine Version gesendet.',
  'Nothing has to be done. If nobody needs it elsewhere, leave it out with a line in .tandemignore.':
    'Es ist nichts zu tun. Braucht es anderswo niemand, lassen Sie es mit einer Zeile in .tandemignore aus.',
  'The service does not let this account change "{subject}".':
    'Der Dienst lässt dieses Konto „{subject}“ nicht ändern.',
  'Ask its owner for the right to edit. Your version stays on this computer.':
    'Bitten Sie, wem es gehört, um das Recht zum Bearbeiten. Ihre Version bleibt auf diesem Computer.',
  '"{subject}" is locked on the service.': '„{subject}“ ist beim Dienst gesperrt.',
  'It is tried again by itself; it goes on when the lock is taken off.':
    'Es wird von selbst erneut versucht; es geht weiter, wenn die Sperre aufgehoben ist.',
  '"{subject}" is locked on the service by {by}.': '„{subject}“ ist beim Dienst von {by} gesperrt.',
  '"{subject}" is locked on the service by {by} until it ends {at:moment}.':
    '„{subject}“ ist beim Dienst von {by} gesperrt; die Sperre endet {at}.',
  'It goes on by itself as soon as the lock is off; ask {by} if it is urgent. Your version stays here.':
    'Es geht von selbst weiter, sobald die Sperre aufgehoben ist; wenn es eilt, fragen Sie {by}. Ihre Version bleibt hier.',
  '"{subject}" is larger than the service takes.': '„{subject}“ ist größer, als der Dienst annimmt.',
  'Leave it out of the folder, or split it.': 'Nehmen Sie es aus dem Ordner, oder teilen Sie es.',
  'There is no room left on the service for "{subject}".': 'Beim Dienst ist kein Platz mehr für „{subject}“.',
  'Empty the trash of the service or get more space; new files go on by themselves, all else is not held up.':
    'Leeren Sie den Papierkorb des Dienstes, oder besorgen Sie mehr Platz; neue Dateien gehen von selbst weiter, alles andere wird nicht aufgehalten.',
  'The service refused "{subject}".': 'Der Dienst hat „{subject}“ abgelehnt.',
  'The service refused "{subject}": {detail:said}.': 'Der Dienst hat „{subject}“ abgelehnt: {detail}.',
  'Change or rename it; it is tried again after each change.':
    'Ändern Sie es, oder benennen Sie es um; nach jeder Änderung wird es erneut versucht.',
  '"{subject}" is not on the service any more.': '„{subject}“ ist nicht mehr beim Dienst.',
  'The service is asked again by itself.': 'Der Dienst wird von selbst erneut gefragt.',
  '"{subject}" was moved to another synced folder, and is not on the service from there yet.':
    '„{subject}“ wurde in einen anderen synchronisierten Ordner verschoben und ist von dort noch nicht beim Dienst.',
  'It is taken away here as soon as it is safe there.': 'Es wird hier entfernt, sobald es dort sicher ist.',
  'Something else keeps taking the place of "{subject}".':
    'Etwas anderes nimmt immer wieder den Platz von „{subject}“ ein.',
  'It is tried again by itself; rename one of the two if this stays.':
    'Es wird von selbst erneut versucht; bleibt es dabei, benennen Sie eines der beiden um.',
  '"{subject}" arrived damaged twice and was not kept.':
    '„{subject}“ kam zweimal beschädigt an und wurde nicht behalten.',
  'It is tried again by itself. If this stays, check the network.':
    'Es wird von selbst erneut versucht. Bleibt es dabei, prüfen Sie das Netzwerk.',
  'The service could not handle "{subject}".': 'Der Dienst konnte „{subject}“ nicht bearbeiten.',
  'The service could not handle "{subject}": {detail:said}.':
    'Der Dienst konnte „{subject}“ nicht bearbeiten: {detail}.',
  'It is tried again by itself.': 'Es wird von selbst erneut versucht.',
};

/** Why the planner leaves a path alone (main/engine/plan/problems.ts), and what the guard holds. */
export const plannedProblems: Readonly<Record<string, string>> = {
  'The service does not take the name "{name}": {why:said}.': 'Der Dienst nimmt den Namen „{name}“ nicht an: {why}.',
  'Rename it on this computer; it is synced as soon as it has a name that the service takes.':
    'Benennen Sie es auf diesem Computer um; es wird synchronisiert, sobald es einen Namen hat, den der Dienst annimmt.',
  'This computer cannot store the name "{name}": {why:said}.':
    'Dieser Computer kann den Namen „{name}“ nicht speichern: {why}.',
  '"{name}" and "{sibling}" in the same folder are one name where case and Unicode form do not count.':
    '„{name}“ und „{sibling}“ im selben Ordner sind ein und derselbe Name, wo Groß- und Kleinschreibung und Unicode-Form nicht zählen.',
  'Rename one of the two; the other one is synced meanwhile.':
    'Benennen Sie eines der beiden um; das andere wird inzwischen synchronisiert.',
  '"{name}" waits for its name, which belongs on the service to "{holder}" here.':
    '„{name}“ wartet auf seinen Namen, der beim Dienst dem hiesigen „{holder}“ gehört.',
  'Settle what is said of the other one, or rename this one; it goes on by itself.':
    'Klären Sie, was beim anderen steht, oder benennen Sie dieses um; dann geht es von selbst weiter.',
  '"{name}" has {size:bytes}; the service takes files of at most {most:bytes}.':
    '„{name}“ hat {size}; der Dienst nimmt Dateien bis {most} an.',
  'Leave it out with a line in .tandemignore, split it, or ask the administrator for more. Nothing of it was sent.':
    'Lassen Sie es mit einer Zeile in .tandemignore aus, teilen Sie es, oder bitten Sie die Administration um mehr. Nichts davon wurde gesendet.',
  '"{name}" is on this computer, and an item of that name on the service is left out of it.':
    '„{name}“ ist auf diesem Computer, und ein Element dieses Namens beim Dienst ist von ihm ausgenommen.',
  'Rename it here to upload it beside the other one, or select the one on the service to sync both as one.':
    'Benennen Sie es hier um, damit es neben dem anderen hochgeladen wird, oder wählen Sie das beim Dienst aus, damit beide als eines synchronisiert werden.',
  '"{name}", which somebody shares with this account, was deleted here. It was not deleted for anybody.':
    '„{name}“, das jemand mit diesem Konto teilt, wurde hier gelöscht. Es wurde für niemanden gelöscht.',
  'Leave it for good with "tandem leave", or get it back onto this computer with "tandem bring-back".':
    'Verlassen Sie es endgültig mit „tandem leave“, oder holen Sie es mit „tandem bring-back“ auf diesen Computer zurück.',
  '"{name}" waits for a batch of changes that is held.': '„{name}“ wartet auf Änderungen, die zurückgehalten werden.',
  'Decide about the held batch; this goes on afterwards.':
    'Entscheiden Sie über das Zurückgehaltene; danach geht es hier weiter.',
  '"{name}" was deleted here, but may not be deleted on the service with the rights of this account.':
    '„{name}“ wurde hier gelöscht, darf aber mit den Rechten dieses Kontos beim Dienst nicht gelöscht werden.',
  'Ask its owner for the right to delete, or restore it here from the trash.':
    'Bitten Sie, wem es gehört, um das Recht zum Löschen, oder stellen Sie es hier aus dem Papierkorb wieder her.',
  '"{name}" may not be downloaded with the rights of this account.':
    '„{name}“ darf mit den Rechten dieses Kontos nicht heruntergeladen werden.',
  'Ask its owner for the right to download, or leave it on the service.':
    'Bitten Sie, wem es gehört, um das Recht zum Herunterladen, oder lassen Sie es beim Dienst.',
  '"{name}" may not be moved or renamed on the service with the rights of this account.':
    '„{name}“ darf mit den Rechten dieses Kontos beim Dienst nicht verschoben oder umbenannt werden.',
  'Ask its owner for the right to edit, or move it back; nothing is lost here.':
    'Bitten Sie, wem es gehört, um das Recht zum Bearbeiten, oder verschieben Sie es zurück; hier geht nichts verloren.',
  '"{name}" may not be added to "{folder}" with the rights of this account.':
    '„{name}“ darf mit den Rechten dieses Kontos nicht zu „{folder}“ hinzugefügt werden.',
  'Ask the owner of the folder for the right to upload, or keep it in another folder.':
    'Bitten Sie, wem der Ordner gehört, um das Recht zum Hochladen, oder bewahren Sie es in einem anderen Ordner auf.',
  '"{name}" was changed here, but may not be changed on the service with the rights of this account.':
    '„{name}“ wurde hier geändert, darf aber mit den Rechten dieses Kontos beim Dienst nicht geändert werden.',
  'Ask its owner for the right to edit, or save your version under another name elsewhere.':
    'Bitten Sie, wem es gehört, um das Recht zum Bearbeiten, oder speichern Sie Ihre Version anderswo unter einem anderen Namen.',
  '"{path}" vanished right after it came down; a virus scanner may have taken it.':
    '„{path}“ verschwand gleich nach dem Herunterladen; vielleicht hat es ein Virenscanner entfernt.',
  'Look into the scanner. If you deleted it yourself, let it go ("tandem held"). Until then it stays on the service.':
    'Sehen Sie im Virenscanner nach. Haben Sie es selbst gelöscht, geben Sie es frei („tandem held“). Bis dahin bleibt es beim Dienst.',
  '{n:count} items at once would be deleted on the service; this is one of them.':
    '{n} Elemente würden auf einmal beim Dienst gelöscht; dies ist eines davon.',
  '{n:count} items at once would be deleted on this computer; this is one of them.':
    '{n} Elemente würden auf einmal auf diesem Computer gelöscht; dies ist eines davon.',
  '{n:count} items at once would be replaced on the service; this is one of them.':
    '{n} Elemente würden auf einmal beim Dienst ersetzt; dies ist eines davon.',
  '{n:count} items at once would be replaced on this computer; this is one of them.':
    '{n} Elemente würden auf einmal auf diesem Computer ersetzt; dies ist eines davon.',
  'Decide about all of them at once: let the batch go, or put everything back ("tandem held").':
    'Entscheiden Sie über alle zusammen: Geben Sie sie frei, oder legen Sie alles zurück („tandem held“).',
  'Until then nothing is deleted.': 'Bis dahin wird nichts gelöscht.',
  'Until then nothing is replaced.': 'Bis dahin wird nichts ersetzt.',
};
