/** Why the service did not do what a person asked of it in the window: those that people meet, not those of programs. */
export const serviceRefusals: Readonly<Record<string, string>> = {
  'A name must have at least one character.': 'Ein Name braucht mindestens ein Zeichen.',
  'A name must be valid Unicode; this one holds half a surrogate pair.':
    'Ein Name muss gültiges Unicode sein; dieser enthält ein halbes Zeichen.',
  'A name may have at most {most:count} characters; this one has {length:count}.':
    'Ein Name darf höchstens {most} Zeichen haben; dieser hat {length}.',
  'Shorten it.': 'Kürzen Sie ihn.',
  'A name must not be "{name}".': 'Ein Name darf nicht „{name}“ sein.',
  'A name must not contain "/" or "\\".': 'Ein Name darf weder „/“ noch „\\“ enthalten.',
  'A name must not contain control characters.': 'Ein Name darf keine Steuerzeichen enthalten.',
  'A name must not end with a space.': 'Ein Name darf nicht mit einem Leerzeichen enden.',
  'Remove it.': 'Entfernen Sie es.',
  'A file with the name "{name}" is in this folder already.':
    'Eine Datei mit dem Namen „{name}“ ist in diesem Ordner schon vorhanden.',
  'A folder with the name "{name}" is in this folder already.':
    'Ein Ordner mit dem Namen „{name}“ ist in diesem Ordner schon vorhanden.',
  'A web link with the name "{name}" is in this folder already.':
    'Ein Weblink mit dem Namen „{name}“ ist in diesem Ordner schon vorhanden.',
  'Choose another name.': 'Wählen Sie einen anderen Namen.',

  'Your account has the status "{status}", which does not allow this.':
    'Ihr Konto hat den Status „{status}“, der das nicht erlaubt.',
  'Ask your administrator.': 'Fragen Sie die Administration.',
  'Your role "{role:said}" does not allow this with "{name}".': 'Ihre Rolle „{role}“ erlaubt das bei „{name}“ nicht.',
  'Ask its owner for more.': 'Bitten Sie, wem es gehört, um mehr.',
  '"{login}" owns 1 item, the trash included.': '„{login}“ gehört noch ein Element, der Papierkorb mitgezählt.',
  '"{login}" owns {n:count} items, the trash included.':
    '„{login}“ gehören noch {n} Elemente, der Papierkorb mitgezählt.',
  'Move them to somebody else, or delete them with the account (force=true).':
    'Übergeben Sie sie jemand anderem, oder löschen Sie sie mit dem Konto (force=true).',
  "The content is this person's already.": 'Das gehört dieser Person schon.',
  '"{name}" is locked by somebody else.': '„{name}“ ist von jemand anderem gesperrt.',
  'Wait until the lock is taken away, or ask for it.':
    'Warten Sie, bis die Sperre aufgehoben ist, oder bitten Sie darum.',
  'The folder "{name}" is locked against moving and deleting.':
    'Der Ordner „{name}“ ist gegen Verschieben und Löschen gesperrt.',
  'Take the lock away first.': 'Heben Sie zuerst die Sperre auf.',
  '"{name}" changed meanwhile: its etag is "{now}", not "{seen}".':
    '„{name}“ hat sich inzwischen geändert (Stand „{now}“, nicht „{seen}“).',
  'Read it again.': 'Sehen Sie es noch einmal an.',
  'The file has {size:count} bytes; your max_upload_size is {most:count}.':
    'Die Datei hat {size} Bytes; Sie dürfen höchstens {most} hochladen.',
  'Ask your administrator for more.': 'Bitten Sie die Administration um mehr.',
  'The file has {size:count} bytes; a file may have at most {most:count}.':
    'Die Datei hat {size} Bytes; eine Datei darf höchstens {most} haben.',
  '{size:count} bytes do not fit: {free:count} of {all:count} bytes are free.':
    '{size} Bytes passen nicht: Von {all} Bytes sind {free} frei.',
  'Unfinished uploads take {held:count} bytes: finish or abort them.':
    'Unfertige Uploads belegen {held} Bytes: Schließen Sie sie ab, oder brechen Sie sie ab.',
  'Purge the trash or ask for more space.': 'Leeren Sie den Papierkorb, oder bitten Sie um mehr Speicher.',

  'The root folder cannot be shared.': 'Der oberste Ordner kann nicht geteilt werden.',
  'Share a folder in it.': 'Teilen Sie einen Ordner darin.',
  '"expires_at" must be in the future.': 'Das Ende muss in der Zukunft liegen.',
  'Only the owner and co-owners may do this with a collaboration.':
    'Das darf bei einer Zusammenarbeit nur, wem das Element gehört oder mitgehört.',
  'Only the person who has the access, or who may invite to the item, can end it.':
    'Einen Zugang beenden kann nur, wer ihn hat oder wer zu dem Element einladen darf.',
  'There is no user {login} to invite.': 'Es gibt niemanden namens {login}, der eingeladen werden könnte.',
  'There is no group {id} that you may invite.': 'Es gibt keine Gruppe {id}, die Sie einladen dürfen.',
  '{who} has access to "{name}" already, or was invited.': '{who} hat schon Zugang zu „{name}“ oder ist eingeladen.',
  'Your account may not invite people from outside of the enterprise.':
    'Ihr Konto darf niemanden von außerhalb des Unternehmens einladen.',
  'Only people of the enterprise may be invited to "{name}"; "{email}" has no account.':
    'Zu „{name}“ darf nur eingeladen werden, wer zum Unternehmen gehört; „{email}“ hat kein Konto.',
  'Only the owner and co-owners may see who collaborates on "{name}".':
    'Wer bei „{name}“ mitarbeitet, sieht nur, wem es gehört oder mitgehört.',
  'Only the owner and co-owners may invite to "{name}" (can_non_owners_invite).':
    'Zu „{name}“ darf nur einladen, wem es gehört oder mitgehört (can_non_owners_invite).',
  'Only its owner can give an item away.': 'Ein Element kann nur weggeben, wem es gehört.',
  'The new owner must have accepted the collaboration first.':
    'Wem es gehören soll, muss zuerst die Zusammenarbeit angenommen haben.',
  'Only the invited person can answer an invitation.': 'Eine Einladung beantworten kann nur, wer eingeladen ist.',
  'The invitation was answered already: it is {status}.': 'Die Einladung ist schon beantwortet ({status}).',
  'You have a {kind:said} with the name "{name}" in your root already.':
    'In Ihrem obersten Ordner ist der Name „{name}“ schon vergeben ({kind}).',
  'Rename or move it, then accept the invitation.':
    'Benennen Sie es um, oder verschieben Sie es, und nehmen Sie dann die Einladung an.',
  // Roles, as they stand in a refusal.
  editor: 'Bearbeiten',
  viewer: 'Ansehen',
  previewer: 'Nur Vorschau',
  uploader: 'Hochladen',
  'previewer uploader': 'Vorschau und Hochladen',
  'viewer uploader': 'Ansehen und Hochladen',
  'co-owner': 'Mitbesitz',
  file: 'Datei',
  folder: 'Ordner',
  'web link': 'Weblink',
  'Only who may invite to the item can change an access.':
    'Einen Zugang ändern kann nur, wer zu dem Element einladen darf.',

  'The root folder cannot be copied.': 'Der oberste Ordner kann nicht kopiert werden.',
  '"{name}" holds more than the {most:count} items that one copy may have.':
    '„{name}“ enthält mehr als die {most} Elemente, die eine Kopie haben darf.',
  'Copy its folders one by one.': 'Kopieren Sie die Ordner darin einzeln.',
  'The root folder cannot be deleted.': 'Der oberste Ordner kann nicht gelöscht werden.',
  'You cannot delete the very item that is shared with you.':
    'Das Element selbst, das mit Ihnen geteilt wird, können Sie nicht löschen.',
  'Leave the collaboration instead.': 'Verlassen Sie stattdessen die Zusammenarbeit.',
  'A lock must expire in the future.': 'Eine Sperre muss in der Zukunft enden.',
  'Only its owner can move the very item that is shared.':
    'Das Element selbst, das geteilt wird, kann nur verschieben, wem es gehört.',
  'A folder cannot be moved into itself or into a folder below it.':
    'Ein Ordner kann nicht in sich selbst oder in einen Ordner darunter verschoben werden.',
  'Only the owner of an item can move it into a folder that belongs to somebody else.':
    'In einen Ordner, der jemand anderem gehört, kann ein Element nur verschieben, wem es gehört.',
  'Copy it instead.': 'Kopieren Sie es stattdessen.',
  'The root folder can be neither changed nor moved.': 'Der oberste Ordner kann weder geändert noch verschoben werden.',
  'The folder "{name}" is locked already.': 'Der Ordner „{name}“ ist schon gesperrt.',
  'The root folder cannot be shared by a link.': 'Der oberste Ordner kann nicht durch einen Link geteilt werden.',
  'The name "{name}" belongs to another shared link.': 'Der Name „{name}“ gehört zu einem anderen Freigabelink.',
  'Choose another one.': 'Wählen Sie einen anderen.',
  'There is no such shared link, or it is not for you.':
    'Einen solchen Freigabelink gibt es nicht, oder er ist nicht für Sie.',
  'Ask whoever sent it for a new one.': 'Bitten Sie, wer ihn gesendet hat, um einen neuen.',
  'It is on legal hold and cannot be deleted for good.':
    'Es unterliegt einer rechtlichen Sperre und kann nicht endgültig gelöscht werden.',
  'It can stay in the trash until the hold is released.':
    'Es kann im Papierkorb bleiben, bis die Sperre aufgehoben ist.',
  'A retention policy keeps it: it cannot be deleted for good before its time is over.':
    'Eine Aufbewahrungsrichtlinie schützt es: Vor Ablauf der Frist kann es nicht endgültig gelöscht werden.',
  'It can stay in the trash.': 'Es kann im Papierkorb bleiben.',
  'Its folder is gone.': 'Sein Ordner ist nicht mehr da.',
  'Name a folder of the same owner as "parent" to restore it into.':
    'Nennen Sie einen Ordner derselben Person, in dem es wiederhergestellt werden soll.',
  'The current version of a file cannot be deleted.': 'Die aktuelle Version einer Datei kann nicht gelöscht werden.',
  'Delete the file, or make another one current.':
    'Löschen Sie die Datei, oder machen Sie eine andere Version zur aktuellen.',

  'A file request cannot lead into the root folder.': 'Eine Dateianfrage kann nicht in den obersten Ordner führen.',
  'Name a folder in it.': 'Nennen Sie einen Ordner darin.',
  'Only an administrator of the enterprise may do this.': 'Das darf nur die Administration des Unternehmens.',
  '"{login}" is the last administrator.': '„{login}“ ist die letzte Person in der Administration.',
  'Make somebody else an administrator first.': 'Nehmen Sie zuerst jemand anderen in die Administration auf.',
  'A login must be a name or an address without spaces, not "{login}".':
    'Ein Anmeldename ist ein Name oder eine Adresse ohne Leerzeichen, nicht „{login}“.',
  'The login "{login}" is taken.': 'Der Anmeldename „{login}“ ist vergeben.',
  "A user's name must have 1 to {most:count} characters; this one has {length:count}.":
    'Der Name einer Person hat 1 bis {most} Zeichen; dieser hat {length}.',
  'A group with the name "{name}" is there already.': 'Eine Gruppe mit dem Namen „{name}“ gibt es schon.',
  'There is no user {id} to take into the group.':
    'Es gibt keine Person {id}, die in die Gruppe aufgenommen werden könnte.',
  '"{login}" is in the group "{group}" already.': '„{login}“ ist schon in der Gruppe „{group}“.',
  'Only an administrator of "{group}" or of the enterprise may do this.':
    'Das darf nur die Administration von „{group}“ oder des Unternehmens.',
  'The hub "{title}" was given to them already.': 'Der Hub „{title}“ wurde schon mit ihnen geteilt.',
  'Only people of the enterprise may have the hub "{title}"; "{email}" has no account.':
    'Den Hub „{title}“ darf nur haben, wer zum Unternehmen gehört; „{email}“ hat kein Konto.',
  'Only a co-owner can take the hub from somebody.': 'Den Hub jemandem nehmen kann nur, wem er mitgehört.',
  'Your role "{role:said}" does not allow this with the hub "{title}".':
    'Ihre Rolle „{role}“ erlaubt das bei dem Hub „{title}“ nicht.',
  'Ask a co-owner for more.': 'Bitten Sie, wem er mitgehört, um mehr.',
  'This is the last co-owner of the hub "{title}".': 'Dies ist die letzte Person, der der Hub „{title}“ mitgehört.',
  'Make somebody else its co-owner first, or delete the hub.':
    'Geben Sie ihn zuerst jemand anderem zum Mitbesitz, oder löschen Sie den Hub.',
  'Only a co-owner of the hub can change a role.': 'Eine Rolle ändern kann nur, wem der Hub mitgehört.',
  'There is no {kind:said} {id}, or you have no access to it.':
    'Ein solches Element ({kind} {id}) gibt es nicht, oder Sie haben keinen Zugang dazu.',
  'The {kind:said} "{name}" is in the hub already.': '„{name}“ ({kind}) liegt schon in dem Hub.',
  'The {kind:said} {id} is not in the hub.': 'Das Element {id} ({kind}) liegt nicht in dem Hub.',
  'A legal hold policy with the name "{name}" is there already.':
    'Eine rechtliche Sperre mit dem Namen „{name}“ gibt es schon.',
  'A retention policy with the name "{name}" is there already.':
    'Eine Aufbewahrungsrichtlinie mit dem Namen „{name}“ gibt es schon.',
  'The retention policy "{name}" is retired, and that is for good.':
    'Die Aufbewahrungsrichtlinie „{name}“ ist außer Kraft, und das endgültig.',
  'The root folder cannot be watched.': 'Der oberste Ordner kann nicht beobachtet werden.',
  'The webhook {id} watches this target already.': 'Der Webhook {id} beobachtet dieses Ziel schon.',
  'Change that one.': 'Ändern Sie jenen.',
  'The creator of the webhook no longer has the right to see this.':
    'Wer den Webhook angelegt hat, darf das nicht mehr sehen.',
  'This file request has no room left for this file. Ask whoever sent the address.':
    'In dieser Dateianforderung ist für diese Datei kein Platz mehr. Wenden Sie sich an die Person, von der Sie die Adresse haben.',
  'The receiver answered {status}.': 'Der Empfänger hat mit {status} geantwortet.',
  'Redirects are not followed.': 'Weiterleitungen wird nicht gefolgt.',
  'The connection was refused.': 'Die Verbindung wurde abgelehnt.',
  'The name of the address was not found.': 'Der Name in der Adresse wurde nicht gefunden.',
  'There was no answer in time.': 'Es kam nicht rechtzeitig eine Antwort.',
  'There was no answer within {seconds} s.': 'Innerhalb von {seconds} s kam keine Antwort.',
  'The connection failed ({code}).': 'Die Verbindung ist gescheitert ({code}).',
  'The name of the address leads into a private network.': 'Der Name in der Adresse führt in ein privates Netz.',
  'You have {most:count} webhooks, which is the most there can be.':
    'Sie haben {most} Webhooks; mehr kann es nicht geben.',
  'Delete one first.': 'Löschen Sie zuerst einen.',

  'Something went wrong in the service.': 'Im Dienst ist etwas schiefgegangen.',
  'Nothing is known to be lost.': 'Soweit bekannt, ging nichts verloren.',
  'The service cannot store anything at the moment.': 'Der Dienst kann zurzeit nichts speichern.',
  'The service cannot reach its data at the moment.': 'Der Dienst erreicht zurzeit seine Daten nicht.',
  'The service has no room for this content at the moment.': 'Der Dienst hat zurzeit keinen Platz für diesen Inhalt.',
  'Nothing was stored; try again later.': 'Nichts wurde gespeichert; versuchen Sie es später noch einmal.',
  'Nothing was changed; try again later.': 'Nichts wurde geändert; versuchen Sie es später noch einmal.',
  'Nothing was changed; try again shortly.': 'Nichts wurde geändert; versuchen Sie es gleich noch einmal.',
};
