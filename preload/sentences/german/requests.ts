/** The account, the connection to a service, uploads, shared links, and what this host cannot do. */
export const requestRefusals: Readonly<Record<string, string>> = {
  'The address is missing.': 'Die Adresse fehlt.',
  '“{typed}” is not the address of a service.': '„{typed}“ ist nicht die Adresse eines Dienstes.',
  'It looks like files.example.com or http://127.0.0.1:8080/2.0. The administrator of the service knows it.':
    'Sie sieht aus wie files.example.com oder http://127.0.0.1:8080/2.0. Die Administration des Dienstes kennt sie.',
  'The server at {host} is not a service that Tandem can work with.':
    'Unter {host} antwortet kein Dienst, mit dem Tandem arbeiten kann.',
  'Check the address; the administrator of the service knows it.':
    'Prüfen Sie die Adresse. Die Administration des Dienstes kennt sie.',
  'The identity of {host} cannot be verified: its certificate is not one that this computer trusts.':
    'Die Identität von {host} lässt sich nicht prüfen: Dieser Computer vertraut dem Zertifikat nicht.',
  'Ask the administrator of the service, and do not continue before it is explained.':
    'Fragen Sie die Administration des Dienstes, und fahren Sie erst fort, wenn das geklärt ist.',
  'Nothing answers at {host}.': 'Unter {host} antwortet nichts.',
  'Check the address and the connection, then try again.':
    'Prüfen Sie die Adresse und die Verbindung, und versuchen Sie es dann noch einmal.',
  'Nobody signed in within 10 minutes.': 'Innerhalb von 10 Minuten hat sich niemand angemeldet.',
  'The service gave a sign-in that cannot be renewed.':
    'Der Dienst hat eine Anmeldung erteilt, die sich nicht erneuern lässt.',
  'The sign-in was not allowed in the browser.': 'Die Anmeldung wurde im Browser nicht erlaubt.',
  'The service refused the sign-in: {why:said}': 'Der Dienst hat die Anmeldung abgelehnt: {why}',
  'The server at {address} does not offer sign-in for Tandem.':
    'Unter {address} antwortet kein Dienst, bei dem Sie sich anmelden können.',
  'The service at {address} was not reached.': 'Der Dienst unter {address} war nicht erreichbar.',
  'Nothing was changed. Sign in again and choose “Allow”.':
    'Es wurde nichts geändert. Melden Sie sich noch einmal an, und wählen Sie „Erlauben“.',
  'Sign in again.': 'Melden Sie sich wieder an.',
  'Check the address and the connection, then sign in again.':
    'Prüfen Sie die Adresse und die Verbindung, und melden Sie sich dann noch einmal an.',
  'You signed in as a different person than before.': 'Sie haben sich mit einem anderen Konto angemeldet als zuvor.',
  'Sign in as the person whose folders these are, or sign out in Settings first.':
    'Melden Sie sich mit dem Konto an, dem diese Ordner gehören, oder melden Sie sich zuerst in den Einstellungen ab.',
  'The sign-in ran out.': 'Die Anmeldung ist abgelaufen.',
  'A renewal of your sign-in was interrupted before its answer could be kept, so the sign-in was lost.':
    'Die Erneuerung Ihrer Anmeldung wurde unterbrochen, bevor die Antwort gespeichert war. Die Anmeldung ist deshalb verloren.',
  'Your sign-in has ended: it was revoked, or not used for too long.':
    'Ihre Anmeldung ist beendet: Sie wurde widerrufen oder zu lange nicht benutzt.',
  'Nothing else was lost.': 'Sonst ist nichts verloren gegangen.',
  'Sign in again with `tandem login`.': 'Melden Sie sich mit `tandem login` wieder an.',
  'This account was given with a token from outside; it is not Tandem that signed in.':
    'Dieses Konto wurde mit einem Token von außen angegeben. Tandem hat sich nicht selbst angemeldet.',
  'Start Tandem without that token.': 'Starten Sie Tandem ohne dieses Token.',
  'No service is known yet.': 'Es ist noch kein Dienst bekannt.',
  'Give the address of one.': 'Geben Sie die Adresse eines Dienstes an.',
  'This computer is connected to {address} already.': 'Dieser Computer ist schon mit {address} verbunden.',
  'Sign out in Settings first; files stay where they are.':
    'Melden Sie sich zuerst in den Einstellungen ab; Dateien bleiben, wo sie sind.',
  'Nobody is signed in.': 'Niemand ist angemeldet.',
  'Connect to a service in the window.': 'Verbinden Sie sich im Fenster mit einem Dienst.',
  'Check the disk and the folder that it names, then start Tandem again.':
    'Prüfen Sie das Laufwerk und den genannten Ordner, und starten Sie Tandem dann noch einmal.',
  'The private service did not start: {why:said}': 'Der private Dienst ist nicht gestartet: {why}',
  'Everyone on the way to {host} could read your files and your access token: http is not encrypted.':
    'Alle auf dem Weg zu {host} könnten Ihre Dateien und Ihr Zugriffstoken lesen: http ist nicht verschlüsselt.',
  'Use an https address. On a network that you trust, add --allow-http to the command line.':
    'Verwenden Sie eine https-Adresse. In einem Netz, dem Sie vertrauen, geben Sie in der Befehlszeile --allow-http an.',
  'it gave no reason': 'Er hat keinen Grund genannt',
  'The private service refused "{what}": {why:said}': 'Der private Dienst hat „{what}“ abgelehnt: {why}',
  'The private service was started without pipes.': 'Der private Dienst wurde ohne Verbindung zu ihm gestartet.',

  'The service cannot be reached.': 'Der Dienst ist nicht erreichbar.',
  'Nothing needs to be done.': 'Es ist nichts zu tun.',
  'It no longer exists.': 'Das gibt es nicht mehr.',
  'Try again later.': 'Versuchen Sie es später noch einmal.',
  'This is a fault of the window.': 'Das ist ein Fehler des Fensters.',
  'Tandem does not know the command "{name}".': 'Tandem kennt den Befehl „{name}“ nicht.',
  'The window and the program are of different versions: restart Tandem.':
    'Das Fenster und das Programm haben verschiedene Versionen: Starten Sie Tandem neu.',
  'Something went wrong inside Tandem.': 'In Tandem ist etwas schiefgegangen.',
  'Try again; if it stays, restart Tandem. The log says more.':
    'Versuchen Sie es noch einmal. Wenn das so bleibt, starten Sie Tandem neu. Mehr steht im Protokoll.',
  'Only the window of Tandem may ask this.': 'Diese Anfrage darf nur das Fenster von Tandem stellen.',
  'Close what asked, and open the window from the tray.':
    'Schließen Sie das Programm, das gefragt hat, und öffnen Sie das Fenster über das Symbol im Infobereich.',
  'The connection to Tandem is lost.': 'Die Verbindung zu Tandem ist unterbrochen.',
  'It is tried again by itself; check that Tandem is still running.':
    'Das Fenster verbindet sich automatisch wieder. Prüfen Sie, ob Tandem noch läuft.',
  'Restart Tandem.': 'Starten Sie Tandem neu.',
  'Restart Tandem; if it stays, the window and the program are of different versions.':
    'Starten Sie Tandem neu. Wenn das so bleibt, haben das Fenster und das Programm verschiedene Versionen.',
  'Reload the window; if it stays, the window and the program are of different versions.':
    'Laden Sie das Fenster neu. Wenn das so bleibt, haben das Fenster und das Programm verschiedene Versionen.',
  '{what:said} is not possible here.': '{what} ist hier nicht möglich.',
  'Use the desktop application for it.': 'Verwenden Sie dafür die Desktop-Anwendung.',
  'A private service': 'Ein privater Dienst',
  'Opening the file manager': 'Die Dateiverwaltung zu öffnen',
  'Opening a file': 'Eine Datei zu öffnen',
  'A link to the window': 'Ein Link zum Fenster',
  'Opening a web address': 'Eine Webadresse zu öffnen',
  'Changing the account': 'Das Konto zu wechseln',
  'Uploading by path': 'Das Hochladen von Pfaden',
  'Starting at login': 'Das Starten bei der Anmeldung',
  'Choosing a folder in a dialog of the system': 'Einen Ordner in einem Dialog des Systems zu wählen',
  'Bringing the window to the front': 'Das Fenster nach vorn zu holen',
  'The window is still being opened.': 'Das Fenster wird noch geöffnet.',
  'Try again in a moment.': 'Versuchen Sie es gleich noch einmal.',
  'Tandem does not open “{protocol}” addresses.': 'Tandem öffnet keine Adressen mit „{protocol}“.',
  'Open it yourself.': 'Öffnen Sie sie selbst.',
  'Neither a number nor a path was given.': 'Es wurde weder eine Nummer noch ein Pfad angegeben.',
  'Neither an entry nor a batch was given.': 'Es wurde weder ein Eintrag noch eine Gruppe von Einträgen angegeben.',
  'Name one of them.': 'Geben Sie eines davon an.',
  'This transfer is over already.': 'Diese Übertragung ist schon abgeschlossen.',
  'A proxy that asks for a name and a password cannot be set here.':
    'Ein Proxy, der nach Name und Passwort fragt, kann hier nicht eingestellt werden.',
  'Give its address alone, such as http://proxy.example.com:3128.':
    'Geben Sie nur seine Adresse an, etwa http://proxy.example.com:3128.',
  'There is no newer version to install yet.': 'Es gibt noch keine neuere Version, die installiert werden kann.',

  'The dropped files could not be read.': 'Die hierher gezogenen Dateien konnten nicht gelesen werden.',
  'Check that you may read it, and drop it again.':
    'Prüfen Sie, ob Sie sie lesen dürfen, und ziehen Sie sie noch einmal hierher.',
  'There was no file in what was dropped.': 'Es wurde keine Datei hierher gezogen.',
  'Drop files.': 'Ziehen Sie Dateien hierher.',
  '“{path}” is no path below a folder.': '„{path}“ ist kein Pfad in einem Ordner.',
  'The service did not answer.': 'Der Dienst hat nicht geantwortet.',
  'Nothing was uploaded; drop the files again.':
    'Es wurde nichts hochgeladen. Ziehen Sie die Dateien noch einmal hierher.',
  'This upload is over already.': 'Dieser Upload ist schon abgeschlossen.',
  'Drop the files again.': 'Ziehen Sie die Dateien noch einmal hierher.',
  'This file was not announced, or it was sent already.':
    'Diese Datei wurde nicht angekündigt, oder sie ist schon gesendet.',
  'Drop it again.': 'Ziehen Sie sie noch einmal hierher.',
  '“{name}” already exists there. Choose whether to replace it or keep both.':
    '„{name}“ ist dort schon vorhanden. Wählen Sie, ob Sie es ersetzen oder beide behalten möchten.',
  '“{name}” is already there.': '„{name}“ ist schon vorhanden.',
  'The folder no longer exists on the service.': 'Den Ordner beim Dienst gibt es nicht mehr.',
  '“{name}” was cancelled.': 'Das Hochladen von „{name}“ wurde abgebrochen.',
  '“{name}” did not arrive as it was sent.': '„{name}“ ist nicht unverändert angekommen.',
  '“{name}” could not be uploaded.': '„{name}“ konnte nicht hochgeladen werden.',
  '“{name}” is a file on the service, not a folder.': '„{name}“ ist beim Dienst eine Datei, kein Ordner.',
  'The folder “{name}” could not be created.': 'Der Ordner „{name}“ konnte nicht erstellt werden.',
  '{name} was refused.': '{name} wurde abgelehnt.',
  'The connection was lost, or the file can no longer be read.':
    'Die Verbindung ging verloren, oder die Datei ist nicht mehr lesbar.',
  'This window hands over paths, not bytes.': 'Dieses Fenster übergibt Pfade, keine Inhalte.',
  'This request could not be answered.': 'Diese Anfrage konnte nicht beantwortet werden.',

  'This link has a password, and the one that was given is wrong or missing.':
    'Dieser Link hat ein Passwort, und das angegebene ist falsch oder fehlt.',
  'Ask the sender of the link for it.': 'Bitten Sie den Absender des Links darum.',
  'This link opens nothing for you.': 'Sie können diesen Link nicht öffnen.',
  'Check the address; it may have been taken back, or it is for other people.':
    'Prüfen Sie die Adresse. Vielleicht wurde der Link entfernt, oder er ist für andere bestimmt.',
  'Tandem was started again since this link was opened.':
    'Tandem wurde neu gestartet, seit dieser Link geöffnet wurde.',
  'Open the link once more.': 'Öffnen Sie den Link noch einmal.',
  'Open the shared link once more.': 'Öffnen Sie den Freigabelink noch einmal.',
  'A file of this kind is not shown here.': 'Eine Datei dieser Art wird hier nicht angezeigt.',
  'The picture is still being drawn.': 'Das Bild wird noch erstellt.',
  'There is no picture of this file.': 'Zu dieser Datei gibt es kein Bild.',
  'This file is too large to be shown here.': 'Diese Datei ist zu groß, um hier angezeigt zu werden.',
  'Your rights do not let you download "{name}", and without it the archive would not be whole.':
    'Sie dürfen „{name}“ nicht herunterladen. Ohne dieses Element wäre das Archiv unvollständig.',
  'Choose what you may download, or ask its owner for more.':
    'Wählen Sie nur Elemente aus, die Sie herunterladen dürfen, oder bitten Sie den Eigentümer um die Berechtigung.',
  '"{name}" doesn\'t link to a web page, so it can\'t be part of an archive.':
    '„{name}“ verweist auf keine Webseite und kann deshalb nicht Teil eines Archivs sein.',
  'Choose the other items, or give the link an address that begins with http:// or https://.':
    'Wählen Sie die anderen Elemente aus, oder geben Sie dem Link eine Adresse, die mit http:// oder https:// beginnt.',
  '"{name}" lies too deep for an archive.': '„{name}“ liegt zu tief für ein Archiv.',
  'Download a folder further down by itself.': 'Laden Sie einen Ordner weiter unten für sich herunter.',
  'This archive was fetched before. Ask for it once more.':
    'Dieses Archiv wurde schon heruntergeladen. Fordern Sie es noch einmal an.',
};
