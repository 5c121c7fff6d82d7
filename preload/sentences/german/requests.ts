/** Sign-in, the connection to a service, the private service, and contents that are not shown. */
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
  'A renewal of your sign-in was interrupted before its answer could be kept, so the sign-in was lost.':
    'Die Erneuerung Ihrer Anmeldung wurde unterbrochen, bevor die Antwort gespeichert war. Die Anmeldung ist deshalb verloren.',
  'Your sign-in has ended: it was revoked, or not used for too long.':
    'Ihre Anmeldung ist beendet: Sie wurde widerrufen oder zu lange nicht benutzt.',
  'Sign in again with `tandem login`.': 'Melden Sie sich mit `tandem login` wieder an.',
  'Nothing else was lost.': 'Sonst ist nichts verloren gegangen.',
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
  'It no longer exists.': 'Das gibt es nicht mehr.',
  'Try again later.': 'Versuchen Sie es später noch einmal.',

  'This request could not be answered.': 'Diese Anfrage konnte nicht beantwortet werden.',

  'Open the shared link once more.': 'Öffnen Sie den Freigabelink noch einmal.',
  'A file of this kind is not shown here.': 'Eine Datei dieser Art wird hier nicht angezeigt.',
  'The picture is still being drawn.': 'Das Bild wird noch erstellt.',
  'There is no picture of this file.': 'Zu dieser Datei gibt es kein Bild.',
  'This file is too large to be shown here.': 'Diese Datei ist zu groß, um hier angezeigt zu werden.',
  'This archive was fetched before. Ask for it once more.':
    'Dieses Archiv wurde schon heruntergeladen. Fordern Sie es noch einmal an.',
};
