import type { ServiceTable } from '../../wording.ts';
import { kindOf, roleOf } from './kinds.ts';

/** Legal holds, retention, hubs and webhooks. */
export const administration: ServiceTable = {
  'Interactions cannot be held.': 'Interaktionen lassen sich nicht sperren.',
  'Use "user" or "ownership" to hold what the person owns.': 'Sperren Sie stattdessen die Inhalte der Person.',
  'The {0} {1} does not exist.': (kind) => `${kindOf(kind).the} {1} ist nicht vorhanden.`,
  'The policy is already assigned to the {0} {1}.': (kind) =>
    `Die Richtlinie ist ${kindOf(kind).toThe} {1} bereits zugewiesen.`,
  'The release of assignment {0} is already in progress.': 'Die Zuweisung {0} wird bereits aufgehoben.',
  'An ongoing policy has no period.': 'Eine fortlaufende Sperre hat keinen Zeitraum.',
  'Omit "filter_started_at" and "filter_ended_at".': 'Lassen Sie Anfang und Ende weg.',
  'A policy needs "is_ongoing": true, or both "filter_started_at" and "filter_ended_at".':
    'Eine Sperre ist fortlaufend, oder sie braucht Anfang und Ende.',
  '"filter_ended_at" must not be before "filter_started_at".': 'Das Ende darf nicht vor dem Anfang liegen.',
  'Legal hold policy {0} does not exist.': 'Die rechtliche Sperre {0} gibt es nicht.',
  'The legal hold policy "{0}" is {1}: it can no longer be changed.': () =>
    'Die rechtliche Sperre „{0}“ ist aufgehoben oder wird es gerade; sie lässt sich nicht mehr ändern.',
  'Legal hold policy assignment {0} does not exist, or its release is finished.':
    'Die Zuweisung {0} gibt es nicht, oder sie ist bereits aufgehoben.',
  'A legal hold policy named "{0}" already exists.': 'Eine rechtliche Sperre namens „{0}“ gibt es bereits.',

  'The retention policy "{0}" is retired and cannot be assigned.':
    'Die Aufbewahrungsrichtlinie „{0}“ ist außer Kraft und kann nicht zugewiesen werden.',
  'A folder needs its "id".': 'Wählen Sie einen Ordner.',
  'Folder {0} does not exist.': 'Den Ordner {0} gibt es nicht.',
  'The retention policy "{0}" is already assigned to this {1} and lasts as long or longer.': (_name, kind) =>
    `Die Aufbewahrungsrichtlinie „{0}“ ist ${kindOf(kind).toThe} bereits zugewiesen und gilt ebenso lange oder länger.`,
  'Only the owner can postpone the disposition of "{0}".':
    'Nur der Eigentümer kann die Aufbewahrung von „{0}“ verlängern.',
  'No retention policy allows the owner of "{0}" to postpone its disposition.':
    'Keine Aufbewahrungsrichtlinie erlaubt es dem Eigentümer, die Aufbewahrung von „{0}“ zu verlängern.',
  '"{0}" is retained indefinitely: "disposition_at" can only be postponed.':
    '„{0}“ wird unbefristet aufbewahrt; die Aufbewahrung lässt sich nur verlängern.',
  '"{0}" is retained until {1}: "disposition_at" can only be postponed.':
    '„{0}“ wird bis {1} aufbewahrt; die Aufbewahrung lässt sich nur verlängern.',
  'The disposition of "{0}" can be postponed until {1} at most.':
    'Die Aufbewahrung von „{0}“ lässt sich höchstens bis {1} verlängern.',
  'Its assignments cannot be removed.': 'Ihre Zuweisungen lassen sich nicht entfernen.',
  'It cannot be deleted, only retired.': 'Sie lässt sich nicht löschen, nur außer Kraft setzen.',
  'It cannot be made modifiable.': 'Sie lässt sich nicht änderbar machen.',
  'Its {0} days can be lengthened, not shortened.': 'Ihre {0} Tage lassen sich verlängern, nicht verkürzen.',
  'An indefinite policy has no length.': 'Eine unbefristete Richtlinie hat keine Dauer.',
  'Omit "retention_length".': 'Lassen Sie die Dauer weg.',
  'A finite policy needs "retention_length", in days.': 'Eine befristete Richtlinie braucht eine Dauer in Tagen.',
  '"max_extension_length" applies only to finite policies that delete permanently.':
    'Eine längste Verlängerung gibt es nur für befristete Richtlinien, die endgültig löschen.',
  'Omit it, or send "none".': 'Lassen Sie die Angabe weg.',
  'The retention policy "{0}" is retired permanently.':
    'Die Aufbewahrungsrichtlinie „{0}“ ist endgültig außer Kraft gesetzt.',
  'Retention policy {0} does not exist.': 'Die Aufbewahrungsrichtlinie {0} gibt es nicht.',
  'Retention policy assignment {0} does not exist.': 'Die Zuweisung {0} der Aufbewahrungsrichtlinie gibt es nicht.',
  'A retention policy named "{0}" already exists.': 'Eine Aufbewahrungsrichtlinie namens „{0}“ gibt es bereits.',
  'The retention policy "{0}" is non-modifiable.': 'Die Aufbewahrungsrichtlinie „{0}“ ist nicht änderbar.',

  'As {0} of the hub "{1}" you cannot add someone as {2}.': (own, _hub, role) =>
    `Mit der Rolle „${roleOf(own)}“ im Hub „{1}“ können Sie niemanden mit der Rolle „${roleOf(role)}“ hinzufügen.`,
  'The hub "{0}" is already shared with them.': 'Der Hub „{0}“ ist bereits mit ihnen geteilt.',
  'Only a co-owner can remove someone from the hub.': 'Nur Miteigentümer können jemanden aus dem Hub entfernen.',
  'Hub collaboration {0} does not exist, or you have no access to it.':
    'Die Zusammenarbeit {0} im Hub gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'This is the last co-owner of the hub "{0}".': 'Dies ist der letzte Miteigentümer des Hubs „{0}“.',
  'Make someone else a co-owner first, or delete the hub.':
    'Machen Sie zuerst eine andere Person zum Miteigentümer, oder löschen Sie den Hub.',
  'Only a co-owner of the hub can change a role.': 'Nur Miteigentümer des Hubs können eine Rolle ändern.',
  'The hub "{0}" cannot be copied: its "copy_hub_access" is "none".':
    'Der Hub „{0}“ lässt sich nicht kopieren (copy_hub_access: none).',
  'Hub {0} does not exist, or you have no access to it.':
    'Den Hub {0} gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'Your role "{0}" does not allow this in the hub "{1}".': (role) =>
    `Ihre Rolle „${roleOf(role)}“ erlaubt das im Hub „{1}“ nicht.`,
  'Ask a co-owner for a stronger role.': 'Bitten Sie einen Miteigentümer um eine Rolle mit mehr Rechten.',
  'The {0} {1} does not exist, or you have no access to it.': (kind) =>
    `${kindOf(kind).the} {1} ist nicht vorhanden, oder Sie haben keinen Zugriff darauf.`,
  'The {0} "{1}" is already in the hub.': (kind) => `${kindOf(kind).the} „{1}“ ist bereits im Hub.`,
  'The {0} {1} is not in the hub.': (kind) => `${kindOf(kind).the} {1} ist nicht im Hub.`,

  'Webhooks cannot watch the root folder.': 'Webhooks können den obersten Ordner nicht beobachten.',
  '"triggers": {0} occurs only in folders.': '{0} kommt nur in Ordnern vor.',
  'Remove it, or choose a folder as the target.': 'Entfernen Sie es, oder wählen Sie einen Ordner als Ziel.',
  'Webhook {0} does not exist, or it is not yours.': 'Den Webhook {0} gibt es nicht, oder er gehört Ihnen nicht.',
  'Webhook {0} already watches this target.': 'Der Webhook {0} beobachtet dieses Ziel bereits.',
  'Update that one instead.': 'Ändern Sie stattdessen diesen.',
  'You have {0} webhooks, which is the limit.': 'Sie haben {0} Webhooks; das ist das Limit.',
  'The URL must be an https URL such as https://example.org/hook.':
    'Die URL muss eine https-URL sein, zum Beispiel https://example.org/hook.',
  'The URL must not contain a name or a password.': 'Die URL darf weder einen Namen noch ein Passwort enthalten.',
  'The URL must begin with https://.': 'Die URL muss mit https:// beginnen.',
  'The URL must use the port 443, not {0}.': 'Die URL muss den Port 443 verwenden, nicht {0}.',
  'The URL must not lead into a private network.': 'Die URL darf nicht in ein privates Netz führen.',
  'The webhook has another target now.': 'Der Webhook hat inzwischen ein anderes Ziel.',
  'The creator of the webhook no longer has access to this.':
    'Die Person, die den Webhook erstellt hat, hat darauf keinen Zugriff mehr.',
  'More than {0} MB of messages of your webhooks were waiting, too many of them for this receiver, so this one was not sent.':
    'Mehr als {0} MB Nachrichten Ihrer Webhooks haben gewartet, zu viele davon für diesen Empfänger. Daher wurde diese nicht gesendet.',
  "Check the receiver, or delete webhooks that you don't need.":
    'Prüfen Sie den Empfänger, oder löschen Sie Webhooks, die Sie nicht brauchen.',
  'The receiver responded with {0}.': 'Der Empfänger hat mit {0} geantwortet.',
  'Redirects are not followed.': 'Weiterleitungen werden nicht befolgt.',
  'The connection was refused.': 'Die Verbindung wurde abgelehnt.',
  'The host name was not found.': 'Der Hostname wurde nicht gefunden.',
  'The request timed out.': 'Die Anfrage wurde nicht rechtzeitig beantwortet.',
  'No response within {0} s.': 'Keine Antwort innerhalb von {0} s.',
  'The connection failed ({0}).': 'Die Verbindung ist fehlgeschlagen ({0}).',
  'The host name resolves to a private network.': 'Der Hostname führt in ein privates Netz.',
};
