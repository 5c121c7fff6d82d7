import type { ServiceTable } from '../../wording.ts';

/** Rules of the fields of a request, each after the name of its field, and the state of the service. */
export const requests: ServiceTable = {
  '"{0}":': '„{0}“:',
  '"{0}" is missing.': '„{0}“ fehlt.',
  'The form has too many files.': 'Das Formular enthält zu viele Dateien.',
  'The form has too many fields.': 'Das Formular enthält zu viele Felder.',
  'The form has too many parts.': 'Das Formular enthält zu viele Teile.',
  'Send fewer at a time.': 'Senden Sie weniger auf einmal.',
  'The content has changed since your last request.': 'Der Inhalt hat sich seit Ihrer letzten Anfrage geändert.',
  'Download it again from the start.': 'Laden Sie ihn noch einmal von Anfang an herunter.',
  'must not be empty.': 'darf nicht leer sein.',
  'must have at least {0} characters.': 'muss mindestens {0} Zeichen haben.',
  'must be valid Unicode without the character U+0000.': 'muss gültiges Unicode ohne das Zeichen U+0000 sein.',
  'must not contain control characters.': 'darf keine Steuerzeichen enthalten.',
  'must be an absolute URL that begins with http:// or https://.':
    'muss eine vollständige URL sein, die mit http:// oder https:// beginnt.',
  'must be a date-time with an offset, such as 2026-01-31T12:00:00Z.':
    'muss ein Zeitpunkt mit Zeitzone sein, zum Beispiel 2026-01-31T12:00:00Z.',
  'must be an id: decimal digits without a leading zero.': 'muss eine Kennung sein: Ziffern ohne führende Null.',
  'a tag must have at least one character.': 'ein Schlagwort braucht mindestens ein Zeichen.',
  'a tag may have at most {0} characters, not {1}.': 'ein Schlagwort darf höchstens {0} Zeichen haben, nicht {1}.',
  'a tag must be a text that neither begins nor ends with a space.':
    'ein Schlagwort darf weder mit einem Leerzeichen beginnen noch damit enden.',
  'must hold at least one tag; send null to take all tags away.': 'muss mindestens ein Schlagwort enthalten.',
  'may hold at most {0} tags, not {1}.': 'darf höchstens {0} Schlagwörter enthalten, nicht {1}.',
  'may hold at most {0} operations, not {1}.': 'darf höchstens {0} Vorgänge enthalten, nicht {1}.',
  'may hold at most {0} codes, not {1}.': 'darf höchstens {0} Codes enthalten, nicht {1}.',
  'must contain a digit, an upper-case letter or a symbol.':
    'muss eine Ziffer, einen Großbuchstaben oder ein Sonderzeichen enthalten.',
  'may contain letters of the English alphabet, digits, "-" and "_" only.':
    'darf nur Buchstaben des englischen Alphabets, Ziffern, „-“ und „_“ enthalten.',
  'must be a number of bytes.': 'muss eine Anzahl von Bytes sein.',
  'must be a number of bytes, or -1 for unlimited.': 'muss eine Anzahl von Bytes sein, oder -1 für unbegrenzt.',
  'must be a language code, such as "en" or "e2".': 'muss ein Sprachcode sein, zum Beispiel „de“ oder „e2“.',
  'must be a time zone, such as "Europe/Berlin".': 'muss eine Zeitzone sein, zum Beispiel „Europe/Berlin“.',
  'must be a whole number of days.': 'muss eine ganze Zahl von Tagen sein.',
  'must be at least one day.': 'muss mindestens ein Tag sein.',
  'may be at most {0} days, not {1}.': 'darf höchstens {0} Tage sein, nicht {1}.',
  'must name a person, by "id" or by "login".': 'muss eine Person nennen.',
  'must name whom, by "id" or by "login".': 'muss eine Person oder Gruppe nennen.',
  'must name at least one event.': 'muss mindestens ein Ereignis nennen.',

  'The request needs a JSON body.': 'Die Anfrage braucht einen JSON-Körper.',
  'The request is not valid.': 'Die Anfrage ist ungültig.',
  'The marker does not belong to this list.': 'Die Stelle gehört nicht zu dieser Liste.',
  'Start again without a marker.': 'Laden Sie die Liste von vorn.',
  'The access token lacks the scope enterprise_content.': 'Dem Zugriffstoken fehlt der Umfang enterprise_content.',
  'The access token needs one of the scopes {0}.': 'Das Zugriffstoken braucht einen der Umfänge {0}.',
  'The access token needs the scope manage_managed_users.':
    'Das Zugriffstoken braucht den Umfang manage_managed_users.',
  'With manage_app_users it reaches only users that belong to applications.':
    'Mit manage_app_users erreicht es nur Konten, die Anwendungen gehören.',
  'The access token is limited to one item, and this request goes beyond it.':
    'Das Zugriffstoken gilt nur für ein Element, und diese Anfrage geht darüber hinaus.',
  'This user has exceeded the request limit.': 'Dieses Konto hat das Limit für Anfragen überschritten.',
  'Try again in {0} s.': 'Versuchen Sie es in {0} s erneut.',
  'Try again in {0} min.': 'Versuchen Sie es in {0} Min. erneut.',
  'Internal error.': 'Interner Fehler.',
  'Check the result before you retry.': 'Prüfen Sie das Ergebnis, bevor Sie es erneut versuchen.',
  'The service cannot store data at the moment.': 'Der Dienst kann zurzeit keine Daten speichern.',
  'The service cannot reach its data at the moment.': 'Der Dienst erreicht zurzeit seine Daten nicht.',
  'The storage of this service is full.': 'Der Speicher des Dienstes ist voll.',
  'Nothing was stored.': 'Es wurde nichts gespeichert.',
  'Nothing was changed.': 'Es wurde nichts geändert.',
  'Try again shortly.': 'Versuchen Sie es gleich noch einmal.',
  'Try again later.': 'Versuchen Sie es später noch einmal.',
  'The service lost access to its data while storing.':
    'Der Dienst hat beim Speichern den Zugriff auf seine Daten verloren.',
  'The change was stored completely or not at all.': 'Die Änderung wurde vollständig oder gar nicht gespeichert.',
  'Check before you retry.': 'Prüfen Sie das, bevor Sie es erneut versuchen.',
  'The request ended before it was complete.': 'Die Anfrage brach ab, bevor sie vollständig war.',
  'The upload ended before it was complete.': 'Der Upload brach ab, bevor er vollständig war.',
  'Send it again.': 'Senden Sie ihn erneut.',
};
