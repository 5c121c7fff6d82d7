import type { ServiceTable } from '../../wording.ts';
import { kindOf, stateOf } from './kinds.ts';

/** Collaborations, shared links and file requests. */
export const sharing: ServiceTable = {
  'The root folder cannot be shared.': 'Der oberste Ordner kann nicht geteilt werden.',
  'Share a folder in it.': 'Teilen Sie einen Ordner darin.',
  '"can_view_path" applies only to folders.': 'Den Pfad zeigen („can_view_path“) gibt es nur für Ordner.',
  '"expires_at" must be in the future.': 'Das Ablaufdatum muss in der Zukunft liegen.',
  'Only the owner and co-owners may do this with a collaboration.':
    'Das dürfen bei einer Zusammenarbeit nur Eigentümer und Miteigentümer.',
  'Your own right to invite to "{0}" ends earlier.': 'Ihr eigenes Recht, zu „{0}“ einzuladen, endet früher.',
  'Only the owner and co-owners can invite your group for longer.':
    'Ihre Gruppe länger einladen können nur Eigentümer und Miteigentümer.',
  'Only the collaborator, or someone who may invite to the item, can end this collaboration.':
    'Diese Zusammenarbeit können nur die beteiligte Person und alle beenden, die zu dem Element einladen dürfen.',
  'No account has the login "{0}".': 'Kein Konto hat den Anmeldenamen „{0}“.',
  'Use the login of an account, or an email address.':
    'Verwenden Sie den Anmeldenamen eines Kontos oder eine E-Mail-Adresse.',
  'Invite a group by its "id".': 'Laden Sie eine Gruppe über ihre Kennung ein.',
  'Group {0} does not exist, or you may not invite it.':
    'Die Gruppe {0} gibt es nicht, oder Sie dürfen sie nicht einladen.',
  'This group already has access to "{0}" or is invited to it.':
    'Diese Gruppe hat bereits Zugriff auf „{0}“ oder ist eingeladen.',
  'This person already has access to "{0}" or is invited to it.':
    'Diese Person hat bereits Zugriff auf „{0}“ oder ist eingeladen.',
  'Your account may not invite people outside the enterprise.':
    'Ihr Konto darf keine Personen außerhalb des Unternehmens einladen.',
  'Only people in the enterprise can be invited to "{0}".':
    'Zu „{0}“ können nur Personen aus dem Unternehmen eingeladen werden.',
  '"{0}" has no account.': '„{0}“ hat kein Konto.',
  'Only the owner and co-owners can see the collaborators of "{0}".':
    'Wer Zugriff auf „{0}“ hat, sehen nur Eigentümer und Miteigentümer.',
  'Only the owner and co-owners can invite people to "{0}" (can_non_owners_invite).':
    'Zu „{0}“ können nur Eigentümer und Miteigentümer einladen (can_non_owners_invite).',
  'Collaboration {0} does not exist, or you have no access to it.':
    'Die Zusammenarbeit {0} gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'Only the owner can transfer an item.': 'Nur der Eigentümer kann ein Element übertragen.',
  'Only a user of this service can own an item.': 'Nur wer ein Konto bei diesem Dienst hat, kann ein Element besitzen.',
  'The new owner has to accept the collaboration first.':
    'Der neue Eigentümer muss zuerst die Zusammenarbeit annehmen.',
  'Only the invited person can respond to an invitation.':
    'Nur die eingeladene Person kann auf eine Einladung antworten.',
  'The invitation is already {0}.': (state) => `Die Einladung ist bereits ${stateOf(state)}.`,
  'Your root already contains a {0} named "{1}".': (kind) =>
    `Ihr oberster Ordner enthält bereits ${kindOf(kind).a} namens „{1}“.`,
  'Rename or move it, then accept the invitation.':
    'Benennen Sie es um, oder verschieben Sie es, und nehmen Sie dann die Einladung an.',
  'Only someone who may invite to the item can change a collaboration.':
    'Eine Zusammenarbeit können nur Personen ändern, die zu dem Element einladen dürfen.',

  'The root folder cannot have a shared link.': 'Der oberste Ordner kann keinen Freigabelink haben.',
  'Another shared link already uses the name "{0}".': 'Ein anderer Freigabelink verwendet bereits den Namen „{0}“.',
  'This shared link does not exist or is not for you.':
    'Diesen Freigabelink gibt es nicht, oder er ist nicht für Sie bestimmt.',
  'Ask the person who sent it for a new one.': 'Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
  'The shared link requires a password, which is missing or incorrect.':
    'Der Freigabelink ist mit einem Passwort geschützt, das fehlt oder falsch ist.',
  'Ask the person who sent the link.': 'Fragen Sie die Person, die den Link gesendet hat.',
  'Too many wrong passwords.': 'Zu viele falsche Passwörter.',
  'shared_link.unshared_at must be in the future.': 'Das Ablaufdatum muss in der Zukunft liegen.',
  'Send null for a link that does not expire.': 'Lassen Sie es weg, wenn der Link nicht ablaufen soll.',
  'shared_link.password requires access "open".': 'Ein Passwort gibt es nur für Links, die für alle gelten.',
  'Use that access, or send null as the password.': 'Wählen Sie diesen Zugriff, oder lassen Sie das Passwort weg.',
  'shared_link.permissions.can_edit applies only to files.': 'Über einen Link lassen sich nur Dateien bearbeiten.',
  'Omit it, or send false.': 'Lassen Sie die Angabe weg.',
  'shared_link.permissions.can_edit includes downloading.': 'Wer bearbeiten darf, darf auch herunterladen.',
  'Allow both, or send can_edit as false.': 'Erlauben Sie beides, oder keines von beiden.',
  'shared_link.permissions.can_download is determined by the roles of the collaborators if access is "collaborators".':
    'Bei einem Link nur für Beteiligte bestimmen die Rollen, wer herunterladen darf.',
  'shared_link.permissions.can_edit is determined by the roles of the collaborators if access is "collaborators".':
    'Bei einem Link nur für Beteiligte bestimmen die Rollen, wer bearbeiten darf.',
  'Send false.': 'Schalten Sie das aus.',

  'A file request cannot use the root folder.': 'Eine Dateianfrage kann nicht den obersten Ordner verwenden.',
  'Choose a folder in it.': 'Wählen Sie einen Ordner darin.',
  'expires_at must be in the future.': 'Das Ablaufdatum muss in der Zukunft liegen.',
  'Send null for a file request that does not expire.': 'Lassen Sie es weg, wenn die Dateianfrage nicht ablaufen soll.',
  'The file request has expired.': 'Die Dateianfrage ist abgelaufen.',
  'Send a new expires_at, or null, together with the status "active".':
    'Wählen Sie ein neues Ablaufdatum oder keines, um sie wieder zu öffnen.',
  'File request {0} does not exist, or you have no access to its folder.':
    'Die Dateianfrage {0} gibt es nicht, oder Sie haben keinen Zugriff auf ihren Ordner.',
  'This file request has no space left for this file.': 'In dieser Dateianfrage ist für diese Datei kein Platz mehr.',
  'Ask the person who sent you the link.': 'Wenden Sie sich an die Person, die Ihnen den Link gesendet hat.',
};
