/** Parts of sentences: what stands after a colon, as the reason. */
export const reasonSentences: Readonly<Record<string, string>> = {
  // Of the disk (main/engine/adapters/node-file-system/system-error.ts).
  'Cannot {action:word} "{path}": {why:said}': '„{path}“ lässt sich nicht verwenden: {why}',
  'Cannot {action:word} "{path}": {why:said}.': '„{path}“ lässt sich nicht verwenden: {why}.',
  'it does not exist': 'Es ist nicht vorhanden',
  'the name is taken': 'Der Name ist vergeben',
  'it was changed meanwhile': 'Es wurde inzwischen geändert',
  'the system does not permit it': 'Das System erlaubt es nicht',
  'another program uses it': 'Ein anderes Programm verwendet es',
  'the disk is full': 'Das Laufwerk ist voll',
  'the name is too long for this disk': 'Der Name ist zu lang für dieses Laufwerk',
  'this disk cannot do that': 'Dieses Laufwerk kann das nicht',
  'the disk reported an error': 'Das Laufwerk hat einen Fehler gemeldet',
  'reading ended early': 'Das Lesen endete vorzeitig',
  'it is not the folder that was linked': 'Es ist nicht der verbundene Ordner',

  // Of the connection (main/api, main/engine/adapters/service-remote).
  'The tree changes faster than it can be listed.':
    'Der Bestand ändert sich schneller, als er aufgelistet werden kann.',
  'The service lost the upload session more than once; it is tried again later.':
    'Der Dienst hat den Upload mehrmals verloren; es wird später erneut versucht.',
  'The service is still preparing this file.': 'Der Dienst bereitet diese Datei noch vor.',
  'No answer in time to {place}.': 'Keine rechtzeitige Antwort auf {place}.',
  'The service could not be reached ({code}): {place}.': 'Der Dienst war nicht erreichbar ({code}): {place}.',
  'The private service is not running: nothing answers at {path}.':
    'Der private Dienst läuft nicht: Unter {path} antwortet nichts.',
  'The service asked to wait {n:count} s before the next request.':
    'Der Dienst hat darum gebeten, vor der nächsten Anfrage {n} s zu warten.',
  'The service answered {name} with status {n:count}.': 'Der Dienst hat {name} mit dem Status {n} beantwortet.',
  "Something else than the service answered {name} (status {n:count}, no JSON), perhaps a network's sign-in page.":
    'Auf {name} hat nicht der Dienst geantwortet (Status {n}, kein JSON), sondern vielleicht die Anmeldeseite eines Netzwerks.',
  'The service gave an address that is not safe to follow.':
    'Der Dienst hat auf eine Adresse verwiesen, die nicht sicher ist.',
};
