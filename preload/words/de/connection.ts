import type { ConnectionArgs } from '../codes/connection.ts';
import type { NoteTable } from '../wording.ts';

/** Answers of a service, and requests without one. */
export const connection: Pick<NoteTable, keyof ConnectionArgs> = {
  service_answered: ({ operation, status }) => `Der Dienst hat ${operation} mit dem Status ${status} beantwortet.`,
  not_the_service: ({ operation, status }) =>
    `Auf ${operation} hat nicht der Dienst geantwortet (Status ${status}, kein JSON), sondern vielleicht die Anmeldeseite eines Netzwerks.`,
  outside_interface: ({ operation, fault }) =>
    `Der Dienst hat ${operation} anders beantwortet, als seine Schnittstelle es vorsieht: ${fault}.`,
  no_answer_in_time: ({ place }) => `Keine rechtzeitige Antwort auf ${place}.`,
  no_answer: ({ place, errno }) => `Der Dienst war nicht erreichbar (${errno}): ${place}.`,
  private_service_silent: ({ path }) => `Der private Dienst läuft nicht: Unter ${path} antwortet nichts.`,
  wait_before_request: ({ seconds }, { count }) =>
    `Der Dienst hat darum gebeten, vor der nächsten Anfrage ${count(seconds)} s zu warten.`,
  paused_requests: ({ seconds }, { count }) =>
    `Der Dienst ist überlastet. Tandem wartet ${count(seconds)} s bis zur nächsten Anfrage.`,
  unsafe_address: 'Der Dienst hat auf eine Adresse verwiesen, die nicht sicher ist.',
  file_being_prepared: 'Der Dienst bereitet diese Datei noch vor.',
  tree_never_still: 'Der Bestand ändert sich schneller, als er aufgelistet werden kann.',
  try_later: 'Versuchen Sie es später noch einmal.',
  archive_fetched_before: 'Dieses Archiv wurde schon heruntergeladen. Erstellen Sie es noch einmal.',
  kind_not_shown: 'Eine Datei dieser Art kann hier nicht angezeigt werden.',
  too_large_to_show: 'Diese Datei ist zu groß, um hier angezeigt zu werden.',
  picture_being_drawn: 'Das Bild wird noch erstellt.',
  no_picture: 'Zu dieser Datei gibt es kein Bild.',
  upload_being_assembled: 'Der Dienst hat die ganze Datei und setzt sie noch zusammen.',
  upload_session_lost: 'Der Dienst hat den Upload mehrmals verloren. Tandem versucht es später erneut.',
};
