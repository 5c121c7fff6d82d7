/** Why a folder cannot be kept in sync, chosen in it, or put right. */
export const folderRefusals: Readonly<Record<string, string>> = {
  'Check the address of the service and the connection.': 'Prüfen Sie die Adresse des Dienstes und die Verbindung.',
  'Try again; if this stays, look at the service.':
    'Versuchen Sie es noch einmal. Wenn das so bleibt, prüfen Sie den Dienst.',

  'No folder is named.': 'Es ist kein Ordner angegeben.',
  '“{path}” does not say where it is.': '„{path}“ ist kein vollständiger Pfad.',
  'Write the whole path, such as {path}.': 'Geben Sie den vollständigen Pfad an, etwa {path}.',
  'A whole disk cannot be kept in sync.': 'Ein ganzes Laufwerk kann nicht synchronisiert werden.',
  'Choose a folder on it.': 'Wählen Sie einen Ordner darauf.',
  '“{path}” is not a folder.': '„{path}“ ist kein Ordner.',
  'Choose a folder; what is there was not touched.':
    'Wählen Sie einen Ordner. Das vorhandene Element wurde nicht verändert.',
  'Choose another place for the new folder.': 'Wählen Sie einen anderen Ort für den neuen Ordner.',
  '“{path}” may not be written by you.': 'In „{path}“ dürfen Sie nicht schreiben.',
  'Choose another folder, or change its permissions.':
    'Wählen Sie einen anderen Ordner, oder ändern Sie seine Berechtigungen.',
  'This folder is not synced any more.': 'Dieser Ordner wird nicht mehr synchronisiert.',
  'Reload the window.': 'Laden Sie das Fenster neu.',
  '“{path}” is not in this folder.': '„{path}“ ist nicht in diesem Ordner.',
  'Choose an item of the folder.': 'Wählen Sie ein Element des Ordners.',
  'The folder “{path}” cannot be made ({code}).': 'Der Ordner „{path}“ kann nicht erstellt werden ({code}).',
  'Choose another place for it.': 'Wählen Sie einen anderen Ort dafür.',
};
