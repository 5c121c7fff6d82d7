import type { ServiceTable } from '../../wording.ts';

/** Accounts, groups and devices. */
export const people: ServiceTable = {
  'Only an administrator of the enterprise can do this.': 'Das darf nur die Administration des Unternehmens.',
  '"{0}" is the last administrator.': '„{0}“ ist die letzte Person in der Administration.',
  'Make someone else an administrator first.': 'Nehmen Sie zuerst eine andere Person in die Administration auf.',
  'User {0} does not exist.': 'Das Konto {0} gibt es nicht.',
  'User {0} does not exist, or you share nothing with this person.':
    'Das Konto {0} gibt es nicht, oder Sie teilen nichts mit dieser Person.',
  'Use the login instead of the id.': 'Verwenden Sie den Anmeldenamen statt der ID.',
  'User {0} does not exist, or you may not look up users.':
    'Das Konto {0} gibt es nicht, oder Sie dürfen keine Konten nachschlagen.',
  'No user has the login "{0}".': 'Kein Konto hat den Anmeldenamen „{0}“.',
  'A login must be an email address, not "{0}".': 'Ein Anmeldename ist eine E-Mail-Adresse, nicht „{0}“.',
  'A login must be a name or an email address without spaces, not "{0}".':
    'Ein Anmeldename ist ein Name oder eine E-Mail-Adresse ohne Leerzeichen, nicht „{0}“.',
  'The login "{0}" is taken.': 'Der Anmeldename „{0}“ ist vergeben.',
  'Choose another one.': 'Wählen Sie einen anderen.',
  "A user's name must have 1 to {0} characters, not {1}.":
    'Der Name einer Person muss 1 bis {0} Zeichen haben, nicht {1}.',
  'Another user already has the external_app_user_id "{0}".':
    'Ein anderes Konto hat bereits die external_app_user_id „{0}“.',
  '"login" is missing.': 'Der Anmeldename fehlt.',
  'Only users with is_platform_access_only can omit it.': 'Nur Konten mit is_platform_access_only kommen ohne ihn aus.',
  '"{0}" owns 1 item, including the trash.': '„{0}“ besitzt noch ein Element (einschließlich Papierkorb).',
  'A legal hold keeps "{0}" or something in it.': 'Eine rechtliche Sperre hält „{0}“ oder etwas darin fest.',
  'A retention policy keeps "{0}" or something in it.':
    'Eine Aufbewahrungsrichtlinie hält „{0}“ oder etwas darin fest.',
  'Transfer the content to someone else before you delete the account.':
    'Übertragen Sie die Inhalte an eine andere Person, bevor Sie das Konto löschen.',
  'Transfer it to someone else, or delete it with the account (force=true).':
    'Übertragen Sie es an eine andere Person, oder löschen Sie es zusammen mit dem Konto (force=true).',
  '"{0}" owns {1} items, including the trash.': '„{0}“ besitzt noch {1} Elemente (einschließlich Papierkorb).',
  'Transfer them to someone else, or delete them with the account (force=true).':
    'Übertragen Sie sie an eine andere Person, oder löschen Sie sie zusammen mit dem Konto (force=true).',
  'This person already owns the content.': 'Die Inhalte gehören dieser Person bereits.',
  '"{0}" owns more than {1} items, the limit of one transfer.':
    '„{0}“ besitzt mehr als {1} Elemente, das Limit einer Übertragung.',
  'Move some folders to the new owner first.': 'Verschieben Sie zuerst einige Ordner zur neuen Person.',
  'The trash counts too.': 'Der Papierkorb zählt mit.',
  'Empty it first.': 'Leeren Sie ihn zuerst.',
  'Items under a legal hold or retention stay in it until that ends.':
    'Elemente unter einer rechtlichen Sperre oder Aufbewahrung bleiben darin, bis diese endet.',
  'Only an administrator can transfer the content of an administrator.':
    'Die Inhalte einer Person aus der Administration kann nur die Administration übertragen.',
  'A password must have {0} to {1} characters, not {2}.': 'Ein Passwort muss {0} bis {1} Zeichen haben, nicht {2}.',

  'Group {0} does not exist, or you have no access to it.':
    'Die Gruppe {0} gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'Only an administrator of "{0}" or of the enterprise can do this.':
    'Das darf nur die Administration von „{0}“ oder des Unternehmens.',
  'A group named "{0}" already exists.': 'Eine Gruppe namens „{0}“ gibt es bereits.',
  '"{0}" is already a member of the group "{1}".': '„{0}“ ist bereits Mitglied der Gruppe „{1}“.',
  'Group membership {0} does not exist, or you may not see it.':
    'Die Mitgliedschaft {0} gibt es nicht, oder Sie dürfen sie nicht sehen.',

  'Enterprise {0} does not exist, or you are not a member.':
    'Das Unternehmen {0} gibt es nicht, oder Sie gehören nicht dazu.',
  'Device pin {0} does not exist.': 'Das Gerät {0} gibt es nicht.',
};
