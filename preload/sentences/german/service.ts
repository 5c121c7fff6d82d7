/** Why the service did not do what a person asked of it in the window: those that people meet, not those of programs. */
export const serviceRefusals: Readonly<Record<string, string>> = {
  'A name must have at least one character.': 'Ein Name braucht mindestens ein Zeichen.',
  'A name must be valid Unicode. This one contains half a surrogate pair.':
    'Ein Name muss gültiges Unicode sein. Dieser enthält ein halbes Ersatzzeichenpaar.',
  'A name can have at most {most:count} characters, not {length:count}.':
    'Ein Name darf höchstens {most} Zeichen haben, nicht {length}.',
  'Shorten it.': 'Kürzen Sie ihn.',
  'A name must not be "{name}".': 'Ein Name darf nicht „{name}“ sein.',
  'A name must not contain "/" or "\\".': 'Ein Name darf weder „/“ noch „\\“ enthalten.',
  'A name must not contain control characters.': 'Ein Name darf keine Steuerzeichen enthalten.',
  'A name must not end with a space.': 'Ein Name darf nicht mit einem Leerzeichen enden.',
  'Remove it.': 'Entfernen Sie es.',
  'This folder already contains a file named "{name}".': 'Dieser Ordner enthält bereits eine Datei namens „{name}“.',
  'This folder already contains a folder named "{name}".':
    'Dieser Ordner enthält bereits einen Ordner namens „{name}“.',
  'This folder already contains a web link named "{name}".':
    'Dieser Ordner enthält bereits einen Weblink namens „{name}“.',
  'Choose another name.': 'Wählen Sie einen anderen Namen.',

  'Your account has the status "{status}", which does not allow this.':
    'Ihr Konto hat den Status „{status}“, der das nicht erlaubt.',
  'Ask your administrator.': 'Fragen Sie die Administration.',
  'Your role "{role:said}" does not allow this with "{name}".': 'Ihre Rolle „{role}“ erlaubt das bei „{name}“ nicht.',
  'Ask its owner for more.': 'Bitten Sie den Eigentümer um die Berechtigung.',
  '"{login}" owns 1 item, including the trash.': '„{login}“ besitzt noch ein Element (einschließlich Papierkorb).',
  '"{login}" owns {n:count} items, including the trash.':
    '„{login}“ besitzt noch {n} Elemente (einschließlich Papierkorb).',
  'Transfer them to someone else, or delete them with the account (force=true).':
    'Übertragen Sie sie an eine andere Person, oder löschen Sie sie zusammen mit dem Konto (force=true).',
  'This person already owns the content.': 'Die Inhalte gehören dieser Person bereits.',
  '"{name}" is locked by someone else.': '„{name}“ ist von einer anderen Person gesperrt.',
  'Wait until it is unlocked, or ask the person who locked it.':
    'Warten Sie, bis die Sperre aufgehoben ist, oder wenden Sie sich an die Person, die sie gesetzt hat.',
  'The folder "{name}" is locked and cannot be moved or deleted.':
    'Der Ordner „{name}“ ist gesperrt und kann nicht verschoben oder gelöscht werden.',
  'Unlock it first.': 'Heben Sie zuerst die Sperre auf.',
  '"{name}" has changed: its etag is "{now}", not "{seen}".':
    '„{name}“ hat sich inzwischen geändert (Stand „{now}“ statt „{seen}“).',
  'Read it again.': 'Laden Sie es neu.',
  'The file has {size:count} bytes.': 'Die Datei hat {size} Bytes.',
  'Your max_upload_size is {most:count}.': 'Sie dürfen höchstens {most} Bytes hochladen.',
  'The limit is {most:count}.': 'Das Limit liegt bei {most}.',
  'Not enough space for {size:count} bytes: {free:count} of {all:count} bytes are free.':
    'Nicht genug Speicher für {size} Bytes: {free} von {all} Bytes sind frei.',
  'Unfinished uploads take {held:count} bytes.': 'Unvollständige Uploads belegen {held} Bytes.',
  'Empty the trash or ask for more space.': 'Leeren Sie den Papierkorb, oder bitten Sie um mehr Speicherplatz.',

  'The root folder cannot be shared.': 'Der oberste Ordner kann nicht geteilt werden.',
  'Share a folder in it.': 'Teilen Sie einen Ordner darin.',
  '"expires_at" must be in the future.': 'Das Ablaufdatum muss in der Zukunft liegen.',
  'Only the owner and co-owners may do this with a collaboration.':
    'Das dürfen bei einer Zusammenarbeit nur Eigentümer und Miteigentümer.',
  'Only the collaborator, or someone who may invite to the item, can end this collaboration.':
    'Diese Zusammenarbeit können nur die beteiligte Person und alle beenden, die zu dem Element einladen dürfen.',
  'User {login} does not exist.': 'Das Konto {login} gibt es nicht.',
  'Group {id} does not exist, or you may not invite it.':
    'Die Gruppe {id} gibt es nicht, oder Sie dürfen sie nicht einladen.',
  '{who} already has access to "{name}" or is invited to it.':
    '{who} hat bereits Zugriff auf „{name}“ oder ist eingeladen.',
  'Your account may not invite people outside the enterprise.':
    'Ihr Konto darf keine Personen außerhalb des Unternehmens einladen.',
  'Only people in the enterprise can be invited to "{name}".':
    'Zu „{name}“ können nur Personen aus dem Unternehmen eingeladen werden.',
  'Only the owner and co-owners can see the collaborators of "{name}".':
    'Wer Zugriff auf „{name}“ hat, sehen nur Eigentümer und Miteigentümer.',
  'Only the owner and co-owners can invite people to "{name}" (can_non_owners_invite).':
    'Zu „{name}“ können nur Eigentümer und Miteigentümer einladen (can_non_owners_invite).',
  'Only the owner can transfer an item.': 'Nur der Eigentümer kann ein Element übertragen.',
  'The new owner has to accept the collaboration first.':
    'Der neue Eigentümer muss zuerst die Zusammenarbeit annehmen.',
  'Only the invited person can respond to an invitation.':
    'Nur die eingeladene Person kann auf eine Einladung antworten.',
  'The invitation is already {status}.': 'Die Einladung wurde bereits beantwortet ({status}).',
  'Your root already contains a {kind:said} named "{name}".':
    'In Ihrem obersten Ordner ist der Name „{name}“ bereits vergeben ({kind}).',
  'Rename or move it, then accept the invitation.':
    'Benennen Sie es um, oder verschieben Sie es, und nehmen Sie dann die Einladung an.',
  // Roles, as they stand in a refusal.
  editor: 'Bearbeiten',
  viewer: 'Ansehen',
  previewer: 'Nur Vorschau',
  uploader: 'Hochladen',
  'previewer uploader': 'Vorschau und Hochladen',
  'viewer uploader': 'Ansehen und Hochladen',
  'co-owner': 'Miteigentümer',
  file: 'Datei',
  folder: 'Ordner',
  'web link': 'Weblink',
  'Only someone who may invite to the item can change a collaboration.':
    'Eine Zusammenarbeit können nur Personen ändern, die zu dem Element einladen dürfen.',

  'The root folder cannot be copied.': 'Der oberste Ordner kann nicht kopiert werden.',
  '"{name}" contains more than {most:count} items, the limit of one copy.':
    '„{name}“ enthält mehr als {most} Elemente, das Limit für eine Kopie.',
  'Copy its folders one by one.': 'Kopieren Sie die Ordner darin einzeln.',
  'The root folder cannot be deleted.': 'Der oberste Ordner kann nicht gelöscht werden.',
  'You cannot delete an item that is shared with you.':
    'Ein Element, das mit Ihnen geteilt wird, können Sie nicht löschen.',
  'Leave the collaboration instead.': 'Verlassen Sie stattdessen die Zusammenarbeit.',
  'A lock must expire in the future.': 'Eine Sperre muss in der Zukunft enden.',
  'Only the owner can move a shared item.': 'Nur der Eigentümer kann ein geteiltes Element verschieben.',
  'A folder cannot be moved into itself or into a folder below it.':
    'Ein Ordner kann nicht in sich selbst oder in einen Ordner darunter verschoben werden.',
  'Only the owner of an item can move it into a folder that belongs to someone else.':
    'Nur der Eigentümer kann ein Element in einen Ordner verschieben, der jemand anderem gehört.',
  'Copy it instead.': 'Kopieren Sie es stattdessen.',
  'The root folder cannot be changed or moved.': 'Der oberste Ordner kann nicht geändert oder verschoben werden.',
  'The folder "{name}" is already locked.': 'Der Ordner „{name}“ ist bereits gesperrt.',
  'The root folder cannot have a shared link.': 'Der oberste Ordner kann keinen Freigabelink haben.',
  'Another shared link already uses the name "{name}".':
    'Ein anderer Freigabelink verwendet bereits den Namen „{name}“.',
  'Choose another one.': 'Wählen Sie einen anderen.',
  'This shared link does not exist or is not for you.':
    'Diesen Freigabelink gibt es nicht, oder er ist nicht für Sie bestimmt.',
  'Ask the person who sent it for a new one.': 'Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
  'It is on legal hold and cannot be permanently deleted.':
    'Es unterliegt einer rechtlichen Sperre und kann nicht endgültig gelöscht werden.',
  'It can stay in the trash until the hold is released.':
    'Es kann im Papierkorb bleiben, bis die Sperre aufgehoben ist.',
  'A retention policy prevents its permanent deletion until the retention expires.':
    'Eine Aufbewahrungsrichtlinie verhindert das endgültige Löschen bis zum Ablauf der Frist.',
  'It can stay in the trash.': 'Es kann im Papierkorb bleiben.',
  'Its folder no longer exists.': 'Sein Ordner existiert nicht mehr.',
  'Send a folder of the same owner as "parent" to restore it there.':
    'Geben Sie einen Ordner derselben Person an, um es dort wiederherzustellen.',
  'The current version of a file cannot be deleted.': 'Die aktuelle Version einer Datei kann nicht gelöscht werden.',
  'Delete the file, or promote another version first.':
    'Löschen Sie die Datei, oder machen Sie zuerst eine andere Version zur aktuellen.',

  'A file request cannot use the root folder.': 'Eine Dateianfrage kann nicht den obersten Ordner verwenden.',
  'Choose a folder in it.': 'Wählen Sie einen Ordner darin.',
  'Only an administrator of the enterprise can do this.': 'Das darf nur die Administration des Unternehmens.',
  '"{login}" is the last administrator.': '„{login}“ ist die letzte Person in der Administration.',
  'Make someone else an administrator first.': 'Nehmen Sie zuerst eine andere Person in die Administration auf.',
  'A login must be a name or an email address without spaces, not "{login}".':
    'Ein Anmeldename ist ein Name oder eine E-Mail-Adresse ohne Leerzeichen, nicht „{login}“.',
  'The login "{login}" is taken.': 'Der Anmeldename „{login}“ ist vergeben.',
  "A user's name must have 1 to {most:count} characters, not {length:count}.":
    'Der Name einer Person muss 1 bis {most} Zeichen haben, nicht {length}.',
  'A group named "{name}" already exists.': 'Eine Gruppe namens „{name}“ gibt es bereits.',
  '"{login}" is already a member of the group "{group}".': '„{login}“ ist bereits Mitglied der Gruppe „{group}“.',
  'Only an administrator of "{group}" or of the enterprise can do this.':
    'Das darf nur die Administration von „{group}“ oder des Unternehmens.',
  'The hub "{title}" is already shared with them.': 'Der Hub „{title}“ ist bereits mit ihnen geteilt.',
  'Only people in the enterprise can use the hub "{title}".':
    'Den Hub „{title}“ können nur Personen aus dem Unternehmen nutzen.',
  'Only a co-owner can remove someone from the hub.': 'Nur Miteigentümer können jemanden aus dem Hub entfernen.',
  'Your role "{role:said}" does not allow this in the hub "{title}".':
    'Ihre Rolle „{role}“ erlaubt das im Hub „{title}“ nicht.',
  'Ask a co-owner for a stronger role.': 'Bitten Sie einen Miteigentümer um eine Rolle mit mehr Rechten.',
  'This is the last co-owner of the hub "{title}".': 'Dies ist der letzte Miteigentümer des Hubs „{title}“.',
  'Make someone else a co-owner first, or delete the hub.':
    'Machen Sie zuerst eine andere Person zum Miteigentümer, oder löschen Sie den Hub.',
  'Only a co-owner of the hub can change a role.': 'Nur Miteigentümer des Hubs können eine Rolle ändern.',
  'The {kind:said} {id} does not exist, or you have no access to it.':
    'Ein solches Element ({kind} {id}) gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'The {kind:said} "{name}" is already in the hub.': '„{name}“ ({kind}) ist bereits im Hub.',
  'The {kind:said} {id} is not in the hub.': 'Das Element {id} ({kind}) ist nicht im Hub.',
  'A legal hold policy named "{name}" already exists.': 'Eine rechtliche Sperre namens „{name}“ gibt es bereits.',
  'A retention policy named "{name}" already exists.': 'Eine Aufbewahrungsrichtlinie namens „{name}“ gibt es bereits.',
  'The retention policy "{name}" is retired permanently.':
    'Die Aufbewahrungsrichtlinie „{name}“ ist endgültig außer Kraft gesetzt.',
  'Webhooks cannot watch the root folder.': 'Webhooks können den obersten Ordner nicht beobachten.',
  'Webhook {id} already watches this target.': 'Der Webhook {id} beobachtet dieses Ziel bereits.',
  'Update that one instead.': 'Ändern Sie stattdessen diesen.',
  'The creator of the webhook no longer has access to this.':
    'Die Person, die den Webhook erstellt hat, hat darauf keinen Zugriff mehr.',
  'This file request has no space left for this file. Ask the person who sent you the link.':
    'In dieser Dateianfrage ist für diese Datei kein Platz mehr. Wenden Sie sich an die Person, die Ihnen den Link gesendet hat.',
  'The receiver responded with {status}.': 'Der Empfänger hat mit {status} geantwortet.',
  'Redirects are not followed.': 'Weiterleitungen werden nicht befolgt.',
  'The connection was refused.': 'Die Verbindung wurde abgelehnt.',
  'The host name was not found.': 'Der Hostname wurde nicht gefunden.',
  'The request timed out.': 'Die Anfrage wurde nicht rechtzeitig beantwortet.',
  'No response within {seconds} s.': 'Keine Antwort innerhalb von {seconds} s.',
  'The connection failed ({code}).': 'Die Verbindung ist fehlgeschlagen ({code}).',
  'The host name resolves to a private network.': 'Der Hostname führt in ein privates Netz.',
  'You have {most:count} webhooks, which is the limit.': 'Sie haben {most} Webhooks; das ist das Limit.',
  'Delete one first.': 'Löschen Sie zuerst einen.',

  'Internal error.': 'Interner Fehler.',
  'Check the result before you retry.': 'Prüfen Sie das Ergebnis, bevor Sie es erneut versuchen.',
  'The service cannot store data at the moment.': 'Der Dienst kann zurzeit keine Daten speichern.',
  'The service cannot reach its data at the moment.': 'Der Dienst erreicht zurzeit seine Daten nicht.',
  'The storage of this service is full.': 'Der Speicher des Dienstes ist voll.',
  'Nothing was stored.': 'Es wurde nichts gespeichert.',
  'Nothing was changed.': 'Es wurde nichts geändert.',
  'Try again shortly.': 'Versuchen Sie es gleich noch einmal.',
  'Finish or abort them.': 'Schließen Sie sie ab, oder brechen Sie sie ab.',
  '"{email}" has no account.': '„{email}“ hat kein Konto.',
  'Ask your administrator to raise it.': 'Bitten Sie die Administration um ein höheres Limit.',
  'The service lost access to its data while storing.':
    'Der Dienst hat beim Speichern den Zugriff auf seine Daten verloren.',
  'The change was stored completely or not at all.': 'Die Änderung wurde vollständig oder gar nicht gespeichert.',
  'Check before you retry.': 'Prüfen Sie das, bevor Sie es erneut versuchen.',
};
