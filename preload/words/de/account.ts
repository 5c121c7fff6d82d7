import type { AccountRefusalArgs, AddressField } from '../codes/account.ts';
import type { RefusalTable } from '../wording.ts';

const LOOKS =
  'Sie sieht aus wie files.example.com oder http://127.0.0.1:8080/2.0. Die Administration des Dienstes kennt sie.';
const CHECK_ADDRESS = 'Prüfen Sie die Adresse. Die Administration des Dienstes kennt sie.';
const TRY_AGAIN = 'Prüfen Sie die Adresse und die Verbindung, und versuchen Sie es dann noch einmal.';
const WITH_VERSION = 'Sie sieht aus wie http://127.0.0.1:8080/2.0, mit der Version am Ende.';
const SIGN_IN_AGAIN = 'Melden Sie sich wieder an.';

const FILES_STAY = 'Ihre Dateien bleiben, wo sie sind.';
/** The window asks for a client only where no account is signed in. */
const AFTER_SIGN_OUT = `Wenn dieser Computer schon ein Konto hat, melden Sie sich vorher in den Einstellungen ab. ${FILES_STAY}`;
const GIVE_SECRET = `Melden Sie sich in den Einstellungen ab und dann mit dem Client-Secret neu an. ${FILES_STAY}`;

const FIELDS: Readonly<Record<AddressField, string>> = {
  base: 'Die Adresse des Dienstes',
  upload: 'Die Adresse für Uploads',
  sign_in: 'Die Adresse der Anmeldeseite',
};

/** Why there is no connection to a service, or no sign-in. */
export const account: Pick<RefusalTable, keyof AccountRefusalArgs> = {
  no_address: { says: 'Die Adresse fehlt.', fix: LOOKS },
  not_an_address: {
    says: ({ typed }, { quoted }) => `${quoted(typed)} ist nicht die Adresse eines Dienstes.`,
    fix: LOOKS,
  },
  not_our_service: {
    says: ({ host }) => `Unter ${host} antwortet kein Dienst, mit dem Tandem arbeiten kann.`,
    fix: CHECK_ADDRESS,
  },
  identity_unproven: {
    says: ({ host }) =>
      `Die Identität von ${host} lässt sich nicht prüfen: Dieser Computer vertraut dem Zertifikat nicht.`,
    fix: 'Fragen Sie die Administration des Dienstes, und fahren Sie erst fort, wenn das geklärt ist.',
  },
  nothing_answers: { says: ({ host }) => `Unter ${host} antwortet nichts.`, fix: TRY_AGAIN },
  address_not_http: {
    says: ({ address, field }) => `${FIELDS[field]} ist keine http- oder https-Adresse: ${address}`,
    fix: ({ field }) => (field === 'sign_in' ? CHECK_ADDRESS : WITH_VERSION),
  },
  address_without_version: {
    says: ({ address, field }) => `${FIELDS[field]} hat keine Version: ${address}`,
    fix: WITH_VERSION,
  },
  http_not_encrypted: {
    says: ({ host, field }) =>
      `Alle auf dem Weg zu ${host} könnten ${field === 'sign_in' ? 'Ihr Passwort' : 'Ihre Dateien und Ihr Zugriffstoken'} lesen: http ist nicht verschlüsselt.`,
    fix: 'Verwenden Sie eine https-Adresse. In einem Netz, dem Sie vertrauen, geben Sie in der Befehlszeile --allow-http an.',
  },
  client_missing: {
    says: ({ host }) => `${host} verlangt die Client-ID und das Client-Secret einer dort registrierten Anwendung.`,
    fix: ({ redirectUri }) =>
      `Registrieren Sie dort eine Anwendung, über die sich Benutzer anmelden, mit der Weiterleitungs-URI ${redirectUri}. Geben Sie dann deren Client-ID und Client-Secret ein. ${AFTER_SIGN_OUT}`,
  },
  client_secret_unread: {
    says: ({ because }) =>
      because === 'hidden'
        ? 'Tandem kann den Schlüsselbund des Systems nicht lesen. Dort liegt vermutlich das Client-Secret Ihrer Anmeldung.'
        : 'Das Client-Secret Ihrer Anmeldung ist auf diesem Computer nicht mehr gespeichert.',
    fix: ({ because }) =>
      because === 'hidden'
        ? `Entsperren Sie den Schlüsselbund, oder erlauben Sie Tandem den Zugriff, und melden Sie sich dann wieder an. Geht das nicht: ${GIVE_SECRET}`
        : GIVE_SECRET,
  },
  client_id_missing: {
    says: 'Zu einem Client-Secret gehört eine Client-ID.',
    fix: 'Geben Sie auch die Client-ID ein.',
  },
  client_refused: {
    says: ({ why }) => `Der Dienst hat die Client-ID oder das Client-Secret abgelehnt: ${why}`,
    fix: `Vergleichen Sie beides mit den Angaben des Dienstes, und versuchen Sie es mit den richtigen Werten noch einmal. ${AFTER_SIGN_OUT}`,
  },
  sign_in_link_taken: {
    says: 'Die Anmeldung wurde in zwei Browsern geöffnet, vielleicht von jemand anderem an diesem Computer.',
    fix: SIGN_IN_AGAIN,
  },
  redirect_port_taken: {
    says: ({ port }) => `Der Dienst leitet an Port ${port} dieses Computers zurück, und Tandem kann ihn nicht öffnen.`,
    fix: 'Beenden Sie das Programm, das ihn verwendet, vielleicht die Anmeldung eines anderen Benutzers, und melden Sie sich dann noch einmal an.',
  },
  sign_in_timed_out: { says: 'Innerhalb von 10 Minuten hat sich niemand angemeldet.', fix: SIGN_IN_AGAIN },
  sign_in_not_renewable: {
    says: 'Der Dienst hat eine Anmeldung erteilt, die sich nicht erneuern lässt.',
    fix: 'Melden Sie sich mit einer anderen Client-ID an.',
  },
  sign_in_not_allowed: {
    says: 'Die Anmeldung wurde im Browser nicht erlaubt.',
    fix: 'Es wurde nichts geändert. Melden Sie sich noch einmal an, und wählen Sie „Erlauben“.',
  },
  sign_in_refused: { says: ({ why }) => `Der Dienst hat die Anmeldung abgelehnt: ${why}`, fix: SIGN_IN_AGAIN },
  no_sign_in_there: {
    says: ({ address }) => `Unter ${address} antwortet kein Dienst, bei dem Sie sich anmelden können.`,
    fix: CHECK_ADDRESS,
  },
  sign_in_not_reached: {
    says: ({ address }) => `Der Dienst unter ${address} war nicht erreichbar.`,
    fix: TRY_AGAIN,
  },
  sign_in_unfinished: { says: ({ answer }, { say }) => say(answer), fix: SIGN_IN_AGAIN },
  other_person: {
    says: ({ address }) =>
      address === null
        ? 'Die Ordner auf diesem Computer gehören zu seinem privaten Dienst.'
        : `Die Ordner auf diesem Computer gehören zu einem anderen Konto, bei ${address}.`,
    fix: ({ address }) =>
      address === null
        ? 'Melden Sie sich zuerst davon ab.'
        : 'Melden Sie sich bei diesem Konto an, oder melden Sie sich zuerst davon ab.',
  },
  account_given: {
    says: 'Dieses Konto wurde Tandem mit einem Token angegeben. Tandem hat sich nicht selbst angemeldet.',
    fix: 'Starten Sie Tandem ohne dieses Token.',
  },
  no_service_known: { says: 'Es ist noch kein Dienst bekannt.', fix: 'Geben Sie die Adresse eines Dienstes an.' },
  other_service: {
    says: ({ address }) => `Dieser Computer ist schon mit ${address ?? 'seinem privaten Dienst'} verbunden.`,
    fix: `Melden Sie sich zuerst in den Einstellungen ab. ${FILES_STAY}`,
  },
  state_not_stored: {
    says: ({ because }) =>
      because === 'full'
        ? 'Das Laufwerk mit dem Zustand von Tandem ist voll.'
        : 'In den Zustandsordner von Tandem kann nicht geschrieben werden.',
    fix: ({ because }) =>
      because === 'full'
        ? 'Schaffen Sie Platz, oder verwenden Sie einen Zustandsordner auf einem anderen Laufwerk, und versuchen Sie es dann noch einmal. Nichts ist verloren.'
        : 'Prüfen Sie die Berechtigungen, oder verwenden Sie einen anderen Zustandsordner, und versuchen Sie es dann noch einmal.',
  },
  account_file_damaged: {
    says: ({ path }, { quoted }) => `Die Datei ${quoted(path)} ist beschädigt.`,
    fix: 'Löschen Sie sie, und starten Sie Tandem neu. Melden Sie sich dann an, oder wählen Sie den privaten Dienst, wie zuvor. Synchronisierte Ordner bleiben, wie sie sind.',
  },
  private_service_missing: {
    says: ({ path }, { quoted }) => `In ${quoted(path)} liegen keine Daten des privaten Dienstes.`,
    fix: ({ state }, { quoted }) =>
      `Legen Sie den Ordner wieder an seinen Platz, zum Beispiel aus einer Sicherung, und starten Sie Tandem neu. Um ohne ihn neu zu beginnen, verschieben Sie auch ${quoted(state)}: Die Dateien in Ihren synchronisierten Ordnern bleiben, und Tandem lädt sie neu hoch.`,
  },
  private_service_differs: {
    says: ({ path }, { quoted }) =>
      `Der private Dienst in ${quoted(path)} ist nicht der, mit dem Ihre Ordner synchronisiert sind.`,
    fix: ({ state }, { quoted }) =>
      `Es wurde nichts synchronisiert. Legen Sie den richtigen Ordner wieder an seinen Platz, zum Beispiel aus einer Sicherung, und starten Sie Tandem neu. Um mit diesem neu zu beginnen, verschieben Sie ${quoted(state)}: Die Dateien in Ihren synchronisierten Ordnern bleiben.`,
  },
  private_service_not_started: {
    says: ({ why }, { say }) => `Der private Dienst ist nicht gestartet: ${say(why) || 'Er hat keinen Grund genannt'}`,
    fix: 'Wenn er ein Laufwerk oder einen Ordner nennt, prüfen Sie das zuerst. Starten Sie Tandem dann noch einmal.',
  },
};
