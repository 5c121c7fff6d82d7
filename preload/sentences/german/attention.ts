/** Conflicts, what is held, why a path is as it is, and what is told outside of the window. */
export const attentionSentences: Readonly<Record<string, string>> = {
  '"{path}" was changed on this computer and on the service at the same time.':
    '„{path}“ wurde auf diesem Computer und beim Dienst zugleich geändert.',
  '"{path}" was made on this computer and on the service, with different contents.':
    '„{path}“ wurde auf diesem Computer und beim Dienst angelegt, mit verschiedenem Inhalt.',
  '"{path}" is a file on one side and a folder on the other.':
    '„{path}“ ist auf einer Seite eine Datei und auf der anderen ein Ordner.',
  'The service gave the name of "{path}" to something else.':
    'Der Dienst hat den Namen von „{path}“ an etwas anderes vergeben.',
  '"{path}" was changed on both sides, and both versions are kept.':
    '„{path}“ wurde auf beiden Seiten geändert, und beide Versionen sind aufbewahrt.',
  'This is the version of this computer.': 'Dies ist die Version dieses Computers.',
  'The version of this computer is "{copy}".': 'Die Version dieses Computers ist „{copy}“.',
  'Both versions are kept: choose one of them, or keep both.':
    'Beide Versionen sind aufbewahrt: Wählen Sie eine davon, oder behalten Sie beide.',
  'Decide with "tandem resolve", or on the page Attention.':
    'Entscheiden Sie mit „tandem resolve“ oder auf der Seite Handlungsbedarf.',
  '1 item was deleted on this computer at once; 1 wait to be deleted on the service.':
    'Ein Element wurde auf diesem Computer auf einmal gelöscht; es soll beim Dienst gelöscht werden.',
  '{n:count} items were deleted on this computer at once; {m:count} wait to be deleted on the service.':
    '{n} Elemente wurden auf diesem Computer auf einmal gelöscht; {m} sollen beim Dienst gelöscht werden.',
  '1 item was changed on this computer at once; 1 wait to be replaced on the service.':
    'Ein Element wurde auf diesem Computer auf einmal geändert; es soll beim Dienst ersetzt werden.',
  '{n:count} items were changed on this computer at once; {m:count} wait to be replaced on the service.':
    '{n} Elemente wurden auf diesem Computer auf einmal geändert; {m} sollen beim Dienst ersetzt werden.',
  '1 item was deleted on the service at once; 1 wait to be deleted on this computer.':
    'Ein Element wurde beim Dienst auf einmal gelöscht; es soll auf diesem Computer gelöscht werden.',
  '{n:count} items were deleted on the service at once; {m:count} wait to be deleted on this computer.':
    '{n} Elemente wurden beim Dienst auf einmal gelöscht; {m} sollen auf diesem Computer gelöscht werden.',
  '1 item was changed on the service at once; 1 wait to be replaced on this computer.':
    'Ein Element wurde beim Dienst auf einmal geändert; es soll auf diesem Computer ersetzt werden.',
  '{n:count} items were changed on the service at once; {m:count} wait to be replaced on this computer.':
    '{n} Elemente wurden beim Dienst auf einmal geändert; {m} sollen auf diesem Computer ersetzt werden.',

  '"{path}" is the same on this computer and on the service.':
    '„{path}“ ist auf diesem Computer und beim Dienst gleich.',
  '"{path}" is on the service and not on this computer: its folder is left out, or it may not be downloaded.':
    '„{path}“ ist beim Dienst und nicht auf diesem Computer: Sein Ordner ist ausgelassen, oder es darf nicht heruntergeladen werden.',
  '"{path}" is left out: a rule, or what it is, says so.':
    '„{path}“ ist ausgelassen: durch eine Regel oder weil es ist, was es ist.',
  'Nothing is known of "{path}": it is neither on this computer nor on the service.':
    'Über „{path}“ ist nichts bekannt: Es ist weder auf diesem Computer noch beim Dienst.',
  '"{path}" changed and waits for its turn.': '„{path}“ hat sich geändert und wartet, bis es an der Reihe ist.',
  '"{path}" is being synced by rule {rule}: {what:said}.': '„{path}“ wird nach Regel {rule} synchronisiert: {what}.',
  'The service calls it "{there}"; here it is "{here}", because {why:said}.':
    'Beim Dienst heißt es „{there}“, hier „{here}“. Der Grund: {why}.',
  'What is here stays here as long as you like.': 'Was hier ist, bleibt hier, solange Sie wollen.',
};

/** Notifications: titles and what stands below them. */
export const noticeSentences: Readonly<Record<string, string>> = {
  '{from} invites you': '{from} lädt Sie ein',
  'Somebody invites you': 'Jemand lädt Sie ein',
  '{from} wants to share “{item}” with you as {role:said}.':
    '{from} möchte „{item}“ mit Ihnen teilen. Ihre Rolle: {role}.',
  '{from} wants to share something with you as {role:said}.':
    '{from} möchte etwas mit Ihnen teilen. Ihre Rolle: {role}.',
  'Somebody wants to share “{item}” with you as {role:said}.':
    'Jemand möchte „{item}“ mit Ihnen teilen. Ihre Rolle: {role}.',
  'Somebody wants to share something with you as {role:said}.':
    'Jemand möchte etwas mit Ihnen teilen. Ihre Rolle: {role}.',
  editor: 'Bearbeiten',
  viewer: 'Ansehen',
  previewer: 'Nur Vorschau',
  uploader: 'Hochladen',
  'previewer uploader': 'Vorschau und Hochladen',
  'viewer uploader': 'Ansehen und Hochladen',
  'co-owner': 'Mitbesitz',
  'Kept beside the synced folder': 'Neben dem synchronisierten Ordner aufbewahrt',
  '"{path}" had changes of yours and is not shared with you any more.':
    '„{path}“ hatte Änderungen von Ihnen und wird nicht mehr mit Ihnen geteilt.',
  '"{path}" and {n:count} more had changes of yours and is not shared with you any more.':
    '„{path}“ und {n} weitere hatten Änderungen von Ihnen und werden nicht mehr mit Ihnen geteilt.',
  'You find it in "{folder} (rescued)", beside "{root}".': 'Sie finden es in „{folder} (rescued)“ neben „{root}“.',
  'A synced folder was moved': 'Ein synchronisierter Ordner wurde verschoben',
  '"{before}" is now at "{now}". It is kept in sync there; nothing had to be transferred.':
    '„{before}“ ist jetzt unter „{now}“. Dort wird es weiter synchronisiert; es musste nichts übertragen werden.',
  'The service shows older states': 'Der Dienst zeigt einen älteren Stand',
  'It was set back to an earlier time.': 'Er wurde auf einen früheren Zeitpunkt zurückgesetzt.',
  'Both sides are compared anew: what is equal stays, what differs is kept twice, nothing is deleted.':
    'Beide Seiten werden neu verglichen: Was gleich ist, bleibt; was sich unterscheidet, wird doppelt aufbewahrt; nichts wird gelöscht.',
  'A synced folder does not fit what is known of it':
    'Ein synchronisierter Ordner passt nicht zu dem, was von ihm bekannt ist',
  '"{path}", or what Tandem knows of it, comes from a backup or from another computer.':
    '„{path}“, oder was Tandem davon weiß, stammt aus einer Sicherung oder von einem anderen Computer.',
  'Upload finished': 'Hochladen abgeschlossen',
  'Upload finished with errors': 'Hochladen mit Fehlern abgeschlossen',
  '{sent:files} uploaded.': '{sent} hochgeladen.',
  '{sent:files} uploaded, {failed:files} failed.': '{sent} hochgeladen, {failed} fehlgeschlagen.',
};
