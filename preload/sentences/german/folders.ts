/** Why a folder cannot be kept in sync, chosen in it, or put right. */
export const folderRefusals: Readonly<Record<string, string>> = {
  'There is no such synced folder.': 'Einen solchen synchronisierten Ordner gibt es nicht.',
  'List them with "tandem roots list".': '„tandem roots list“ listet sie auf.',
  'These are no rules: one rule a line, {n:count} at most.':
    'Das sind keine Regeln: eine Regel je Zeile, höchstens {n}.',
  'Put long lists into a .tandemignore file.': 'Schreiben Sie lange Listen in eine Datei .tandemignore.',
  '"{path}" could not be compared with the service.': '„{path}“ konnte nicht mit dem Dienst verglichen werden.',
  'Try again.': 'Versuchen Sie es noch einmal.',
  '"{path}" is in no synced folder.': '„{path}“ ist in keinem synchronisierten Ordner.',
  'Name a path inside one of the synced folders.': 'Nennen Sie einen Pfad in einem der synchronisierten Ordner.',
  'The synced folder itself cannot be left out.': 'Der synchronisierte Ordner selbst kann nicht ausgelassen werden.',
  'Choose folders in it, or stop syncing it with "tandem roots remove".':
    'Wählen Sie Ordner darin, oder beenden Sie seine Synchronisation mit „tandem roots remove“.',
  'There is no folder "{name}" on the service, as far as is known here.':
    'Soweit hier bekannt, gibt es beim Dienst keinen Ordner „{name}“.',
  'Check the name; what is new on the service is known after the next sync.':
    'Prüfen Sie den Namen; was beim Dienst neu ist, ist nach der nächsten Synchronisation bekannt.',
  '"{name}" is not what somebody shares with this account.': '„{name}“ ist nicht, was jemand mit diesem Konto teilt.',
  'Name the top folder or the file that is shared.': 'Nennen Sie den obersten Ordner oder die Datei, die geteilt wird.',
  '"{name}" cannot be left by this account alone: a group has it, or the service does not allow it.':
    '„{name}“ kann von diesem Konto allein nicht verlassen werden: Eine Gruppe hat es, oder der Dienst erlaubt es nicht.',
  'Ask its owner to take you out.': 'Bitten Sie, wem es gehört, Sie herauszunehmen.',
  '"{path}" is nothing that was deleted here and is still on the service.':
    '„{path}“ ist nichts, was hier gelöscht wurde und noch beim Dienst ist.',
  'See what waits with "tandem status".': '„tandem status“ zeigt, was wartet.',

  '"{path}" cannot be synced: {app} keeps "{other}" in sync already, and two programs would undo each other\'s work.':
    '„{path}“ kann nicht synchronisiert werden: {app} synchronisiert „{other}“ schon, und zwei Programme würden einander die Arbeit zunichtemachen.',
  'Choose another folder, or stop the other program first and add the folder with --anyway.':
    'Wählen Sie einen anderen Ordner, oder beenden Sie zuerst das andere Programm und fügen Sie den Ordner mit --anyway hinzu.',
  '"{path}" was linked under another account or service ({account}).':
    '„{path}“ wurde unter einem anderen Konto oder Dienst verbunden ({account}).',
  'Sign in with that account, or use another state folder (--state) to start anew.':
    'Melden Sie sich mit jenem Konto an, oder beginnen Sie mit einem anderen Zustandsordner (--state) neu.',
  '"{path}" is not a folder.': '„{path}“ ist kein Ordner.',
  '"{path}" is not a folder, it is a link.': '„{path}“ ist kein Ordner, sondern eine Verknüpfung.',
  'Name a folder; what is there was not touched.': 'Nennen Sie einen Ordner; was da ist, wurde nicht angerührt.',
  'The folder "{path}" does not exist.': 'Der Ordner „{path}“ ist nicht vorhanden.',
  'Create it first, or name another one.': 'Legen Sie ihn zuerst an, oder nennen Sie einen anderen.',
  'There is no folder {id} on the service, or this account may not see it.':
    'Beim Dienst gibt es keinen Ordner {id}, oder dieses Konto darf ihn nicht sehen.',
  'Check the id, for example with "tandem ls"; 0 is the top folder of the account.':
    'Prüfen Sie die Kennung, etwa mit „tandem ls“; 0 ist der oberste Ordner des Kontos.',
  '"{path}" and "{other}", which is synced already, would contain each other.':
    '„{path}“ und „{other}“, das schon synchronisiert wird, würden einander enthalten.',
  'Choose a folder that is neither inside nor above a synced one.':
    'Wählen Sie einen Ordner, der weder in noch über einem synchronisierten liegt.',
  'The folder "{name}" on the service and the one that is synced to "{path}" would contain each other.':
    'Der Ordner „{name}“ beim Dienst und der, der mit „{path}“ synchronisiert wird, würden einander enthalten.',
  'Choose a folder on the service that is neither inside nor above a synced one.':
    'Wählen Sie beim Dienst einen Ordner, der weder in noch über einem synchronisierten liegt.',
  '"{path}" cannot be used: {why:said}': '„{path}“ kann nicht verwendet werden: {why}',
  'Check the rights of the folder.': 'Prüfen Sie die Rechte des Ordners.',
  'The service does not accept the sign-in.': 'Der Dienst nimmt die Anmeldung nicht an.',
  'Sign in again, or check the token.': 'Melden Sie sich wieder an, oder prüfen Sie das Token.',
  'Check the address of the service and the connection.': 'Prüfen Sie die Adresse des Dienstes und die Verbindung.',
  'Try again; if this stays, look at the service.':
    'Versuchen Sie es noch einmal; bleibt es dabei, sehen Sie beim Dienst nach.',

  'The folder "{path}" is there, and it is the one that was linked.':
    'Der Ordner „{path}“ ist da, und er ist der verbundene.',
  'There is nothing to decide; it is kept in sync as it is.':
    'Es gibt nichts zu entscheiden; er wird synchronisiert, wie er ist.',
  'At "{path}" is no folder.': 'Unter „{path}“ ist kein Ordner.',
  'Move away what is there; it was not touched.': 'Räumen Sie weg, was da ist; es wurde nicht angerührt.',
  'The folder at "{path}" belongs to another sync root.':
    'Der Ordner unter „{path}“ gehört zu einem anderen synchronisierten Ordner.',
  'Move it back to where it was linked, then decide again.':
    'Verschieben Sie ihn dorthin zurück, wo er verbunden wurde, und entscheiden Sie dann noch einmal.',
  'The folder "{path}" does not exist, so nothing in it can be accepted.':
    'Der Ordner „{path}“ ist nicht vorhanden; deshalb kann nichts darin angenommen werden.',
  'Make it, or remove the link with "tandem roots remove".':
    'Legen Sie ihn an, oder entfernen Sie die Verbindung mit „tandem roots remove“.',

  'No folder is named.': 'Es ist kein Ordner genannt.',
  '“{path}” does not say where it is.': '„{path}“ sagt nicht, wo es ist.',
  'Write the whole path, such as {path}.': 'Schreiben Sie den ganzen Pfad, etwa {path}.',
  'A whole disk cannot be kept in sync.': 'Ein ganzes Laufwerk kann nicht synchronisiert werden.',
  'Choose a folder on it.': 'Wählen Sie einen Ordner darauf.',
  '“{path}” is not a folder.': '„{path}“ ist kein Ordner.',
  'Choose a folder; what is there was not touched.': 'Wählen Sie einen Ordner; was da ist, wurde nicht angerührt.',
  'Choose another place for the new folder.': 'Wählen Sie einen anderen Platz für den neuen Ordner.',
  '“{path}” may not be written by you.': 'In „{path}“ dürfen Sie nicht schreiben.',
  'Choose another folder, or change its permissions.': 'Wählen Sie einen anderen Ordner, oder ändern Sie seine Rechte.',
  'This folder is not synced any more.': 'Dieser Ordner wird nicht mehr synchronisiert.',
  'Reload the window.': 'Laden Sie das Fenster neu.',
  '“{path}” is not in this folder.': '„{path}“ ist nicht in diesem Ordner.',
  'Choose an item of the folder.': 'Wählen Sie ein Element des Ordners.',
  'The folder “{path}” cannot be made ({code}).': 'Der Ordner „{path}“ kann nicht angelegt werden ({code}).',
  'Choose another place for it.': 'Wählen Sie einen anderen Platz dafür.',
};
