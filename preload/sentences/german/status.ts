/** The state of everything, of each folder, and of the account. */
export const statusSentences: Readonly<Record<string, string>> = {
  'Everything is in sync.': 'Alles ist synchron.',
  'No folder is synced yet.': 'Noch wird kein Ordner synchronisiert.',
  'Add a folder to begin.': 'Fügen Sie einen Ordner hinzu, um zu beginnen.',
  'There are no files yet.': 'Noch gibt es keine Dateien.',
  '{n:files}, {size:bytes}.': '{n}, {size}.',
  'Syncing is paused.': 'Die Synchronisation ist angehalten.',
  'Until you resume it.': 'Bis Sie sie fortsetzen.',
  'It goes on by itself {at:moment}.': 'Sie läuft {at} von selbst weiter.',
  'Each folder is paused.': 'Alle Ordner sind angehalten.',
  'Paused.': 'Angehalten.',
  'Offline.': 'Nicht verbunden.',
  'Looking for changes.': 'Änderungen werden gesucht.',
  'Looking at what is there.': 'Der Bestand wird geprüft.',
  'Syncing 1 file.': 'Eine Datei wird synchronisiert.',
  'Syncing {n:count} of {m:count} files.': 'Datei {n} von {m} wird synchronisiert.',
  'Syncing 1 item.': 'Ein Element wird synchronisiert.',
  'Syncing {n:count} items.': '{n} Elemente werden synchronisiert.',
  'Waiting to try 1 item again.': 'Ein Element wartet auf einen neuen Versuch.',
  'Waiting to try {n:count} items again.': '{n} Elemente warten auf einen neuen Versuch.',
  '{size:bytes} to go.': 'Noch {size}.',
  '{size:bytes} to go, {left:duration} left.': 'Noch {size}, {left}.',
  'A folder needs your attention.': 'Ein Ordner braucht Ihre Aufmerksamkeit.',
  '1 item needs your attention.': 'Ein Element braucht Ihre Aufmerksamkeit.',
  '{n:count} items need your attention.': '{n} Elemente brauchen Ihre Aufmerksamkeit.',
  '1 change is held until you decide.': 'Eine Änderung wird zurückgehalten, bis Sie entscheiden.',
  '{n:count} changes are held until you decide.': '{n} Änderungen werden zurückgehalten, bis Sie entscheiden.',
  'Everything else is up to date.': 'Alles andere ist auf dem neuesten Stand.',
  'Tandem is not connected to a service yet.': 'Tandem ist noch mit keinem Dienst verbunden.',
  'Open the window: it leads through the first steps.': 'Öffnen Sie das Fenster: Es führt durch die ersten Schritte.',

  'The service cannot be reached.': 'Der Dienst ist nicht zu erreichen.',
  'Check the connection; syncing goes on as soon as it is back.':
    'Prüfen Sie die Verbindung; die Synchronisation läuft weiter, sobald sie wieder besteht.',
  'The service no longer accepts the sign-in of this computer.':
    'Der Dienst nimmt die Anmeldung dieses Computers nicht mehr an.',
  'Sign in again; syncing goes on where it stopped.':
    'Melden Sie sich wieder an; die Synchronisation läuft dort weiter, wo sie aufgehört hat.',
  'The service asks for a pause.': 'Der Dienst bittet um eine Pause.',
  'Syncing goes on by itself after the time that the service named.':
    'Die Synchronisation läuft nach der Zeit, die der Dienst genannt hat, von selbst weiter.',

  'The folder on the service is in the trash or not shared with this account any more.':
    'Der Ordner beim Dienst ist im Papierkorb oder wird mit diesem Konto nicht mehr geteilt.',
  'Restore it there, or stop syncing this folder. Nothing is deleted on this computer.':
    'Stellen Sie ihn dort wieder her, oder beenden Sie die Synchronisation dieses Ordners. Auf diesem Computer wird nichts gelöscht.',
  '"{path}" could not be looked at.': '„{path}“ konnte nicht angesehen werden.',
  'Check the disk.': 'Prüfen Sie das Laufwerk.',
  'The folder "{path}" is not there. Nothing was deleted for it.':
    'Der Ordner „{path}“ ist nicht da. Deswegen wurde nichts gelöscht.',
  'Bring it back (connect the drive, undo the rename), say where it is with "tandem roots add", or fetch everything again with "tandem roots restore".':
    'Bringen Sie ihn zurück (Laufwerk anschließen, Umbenennung rückgängig machen), sagen Sie mit „tandem roots add“, wo er ist, oder holen Sie mit „tandem roots restore“ alles noch einmal.',
  'At "{path}" is something else than the folder that was linked. Nothing was deleted for it.':
    'Unter „{path}“ liegt etwas anderes als der verbundene Ordner. Deswegen wurde nichts gelöscht.',
  'Put the linked folder back. Or decide for the one that is there: "tandem roots restore" fetches what it lacks, "tandem roots accept" takes what it lacks for deleted.':
    'Legen Sie den verbundenen Ordner zurück. Oder entscheiden Sie sich für den, der da ist: „tandem roots restore“ holt, was ihm fehlt; „tandem roots accept“ hält für gelöscht, was ihm fehlt.',
  'The folder "{path}" was emptied or made anew. Nothing was deleted for it.':
    'Der Ordner „{path}“ wurde geleert oder neu angelegt. Deswegen wurde nichts gelöscht.',
  'Bring its contents back (connect the drive). Or decide: "tandem roots restore" fetches everything again, "tandem roots accept" takes everything for deleted.':
    'Bringen Sie seinen Inhalt zurück (Laufwerk anschließen). Oder entscheiden Sie: „tandem roots restore“ holt alles noch einmal; „tandem roots accept“ hält alles für gelöscht.',
  'The folder "{path}" comes from a backup, or what Tandem knows of it does. Nothing was deleted for it.':
    'Der Ordner „{path}“ stammt aus einer Sicherung, oder das, was Tandem von ihm weiß. Deswegen wurde nichts gelöscht.',
  'Both sides are compared anew by themselves: what is equal stays, what differs is kept twice.':
    'Beide Seiten werden von selbst neu verglichen: Was gleich ist, bleibt; was sich unterscheidet, wird doppelt aufbewahrt.',
  'The folder "{path}" is on another disk than the one that was linked. Nothing was deleted for it.':
    'Der Ordner „{path}“ liegt auf einem anderen Laufwerk als der verbundene. Deswegen wurde nichts gelöscht.',
  'Connect the disk that was linked. Or go on with this one: "tandem roots restore" fetches what it lacks, "tandem roots accept" takes what it lacks for deleted.':
    'Schließen Sie das verbundene Laufwerk an. Oder machen Sie mit diesem weiter: „tandem roots restore“ holt, was ihm fehlt; „tandem roots accept“ hält für gelöscht, was ihm fehlt.',
  'There is no room left on this disk for the state of Tandem.':
    'Auf diesem Laufwerk ist kein Platz mehr für den Zustand von Tandem.',
  'Free some space; syncing goes on by itself. Nothing is lost meanwhile.':
    'Schaffen Sie Platz; die Synchronisation läuft von selbst weiter. Bis dahin geht nichts verloren.',
  'Tandem made a mistake while it worked on this folder.':
    'Tandem hat bei der Arbeit an diesem Ordner einen Fehler gemacht.',
  'It begins anew by itself; nothing is lost meanwhile. If it says so again and again, send a report from Settings.':
    'Es beginnt von selbst neu; bis dahin geht nichts verloren. Erscheint das immer wieder, senden Sie einen Bericht aus den Einstellungen.',
};
