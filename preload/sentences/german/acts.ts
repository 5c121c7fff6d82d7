/** Why something cannot be taken back, decided or restored. */
export const actRefusals: Readonly<Record<string, string>> = {
  'Save your version elsewhere, then keep theirs; or ask the owner for the right.':
    'Speichern Sie Ihre Version anderswo und behalten Sie dann die andere; oder bitten Sie, wem es gehört, um das Recht.',
  'There is no such entry in the journal.': 'Einen solchen Eintrag gibt es im Protokoll nicht.',
  'List what was done with "tandem log".': '„tandem log“ listet auf, was getan wurde.',
  'The folder that "{path}" was in is not here any more.': 'Der Ordner, in dem „{path}“ war, ist nicht mehr hier.',
  'The folder that "{path}" was in is not there any more.': 'Der Ordner, in dem „{path}“ war, ist nicht mehr dort.',
  'Move it to another folder by hand.': 'Verschieben Sie es von Hand in einen anderen Ordner.',
  'Something else is at "{path}" now.': 'Unter „{path}“ ist jetzt etwas anderes.',
  'Rename that first, then try again.': 'Benennen Sie das zuerst um, und versuchen Sie es dann noch einmal.',
  '"{path}" changed since then, so nothing was done.':
    '„{path}“ hat sich seither geändert; deshalb wurde nichts getan.',
  'Look at it as it is now, and decide again.': 'Sehen Sie es an, wie es jetzt ist, und entscheiden Sie noch einmal.',
  'Something else has the name of "{path}" now.': 'Etwas anderes trägt jetzt den Namen von „{path}“.',
  '"{path}" is not on the service any more, also not in its trash.':
    '„{path}“ ist nicht mehr beim Dienst, auch nicht in seinem Papierkorb.',
  'It cannot be brought back from there.': 'Es kann von dort nicht zurückgeholt werden.',
  'No batch {id} is held (any more).': 'Unter der Nummer {id} wird nichts (mehr) zurückgehalten.',
  'List what is held with "tandem held".': '„tandem held“ listet auf, was zurückgehalten wird.',
  'The folder that "{path}" was in is not synced any more, or is not there.':
    'Der Ordner, in dem „{path}“ war, wird nicht mehr synchronisiert oder ist nicht da.',
  'What was in it lies in "{place}"; copy it from there.':
    'Was darin war, liegt in „{place}“; kopieren Sie es von dort.',
  '"{path}" is in the trash of the system.': '„{path}“ ist im Papierkorb des Systems.',
  'Empty the trash of the system to delete it for good.':
    'Leeren Sie den Papierkorb des Systems, um es endgültig zu löschen.',
  'That is not in the trash of this computer any more.': 'Das ist nicht mehr im Papierkorb dieses Computers.',
  'Look at the list again.': 'Sehen Sie die Liste noch einmal an.',
  'The service does not keep the earlier version of "{path}" any more.':
    'Der Dienst bewahrt die frühere Version von „{path}“ nicht mehr auf.',
  'Let the change go, or save the file of this computer under another name first.':
    'Geben Sie die Änderung frei, oder speichern Sie zuerst die Datei dieses Computers unter einem anderen Namen.',
  'There is no such conflict (any more).': 'Einen solchen Konflikt gibt es nicht (mehr).',
  'List the open ones with "tandem conflicts".': '„tandem conflicts“ listet die offenen auf.',
  '"{path}" is in the trash of the system, which gives nothing back to a program.':
    '„{path}“ ist im Papierkorb des Systems, der einem Programm nichts zurückgibt.',
  'Open the trash of the system and put it back there.':
    'Öffnen Sie den Papierkorb des Systems, und legen Sie es dort zurück.',
  '"{path}" is not in the trash of this computer any more.': '„{path}“ ist nicht mehr im Papierkorb dieses Computers.',
  'It was deleted for good.': 'Es wurde endgültig gelöscht.',
  'Both versions of "{path}" were kept; the name belongs to the other one now.':
    'Beide Versionen von „{path}“ wurden aufbewahrt; der Name gehört jetzt der anderen.',
  'Decide which to keep with "tandem resolve", or on the page Attention.':
    'Entscheiden Sie mit „tandem resolve“ oder auf der Seite Handlungsbedarf, welche Sie behalten.',
  'The earlier content of "{path}" is not in the trash any more.':
    'Der frühere Inhalt von „{path}“ ist nicht mehr im Papierkorb.',
  '"{path}" was brought to safety beside the synced folder.':
    '„{path}“ wurde neben dem synchronisierten Ordner in Sicherheit gebracht.',
  'It lies there; move it wherever you want it.': 'Es liegt dort; verschieben Sie es, wohin Sie wollen.',
  'Nothing was changed about "{path}".': 'An „{path}“ wurde nichts geändert.',
  'Nothing needs to be undone.': 'Es ist nichts rückgängig zu machen.',
  'That "{path}" was made cannot be undone.': 'Dass „{path}“ angelegt wurde, lässt sich nicht rückgängig machen.',
  'It was made on this computer; undoing that would delete it.':
    'Es wurde auf diesem Computer angelegt; das Rückgängigmachen würde es löschen.',
  'It was made on the service; undoing that would delete it.':
    'Es wurde beim Dienst angelegt; das Rückgängigmachen würde es löschen.',
  'Delete it yourself if nobody needs it: it then goes to the trash on both sides.':
    'Löschen Sie es selbst, wenn niemand es braucht: Dann kommt es auf beiden Seiten in den Papierkorb.',
  'What was done to "{path}" is undone already.': 'Was mit „{path}“ geschah, ist schon rückgängig gemacht.',
  'Nothing needs to be done.': 'Es ist nichts zu tun.',
  'It cannot be brought back.': 'Es kann nicht zurückgeholt werden.',
  'Take it out of the trash first, then undo this.':
    'Holen Sie es zuerst aus dem Papierkorb, und machen Sie das dann rückgängig.',
  '"{path}" is a folder that came back, and may hold new things by now.':
    '„{path}“ ist ein Ordner, der zurückgekommen ist, und kann inzwischen Neues enthalten.',
  'The conflict of "{path}" is decided already.': 'Der Konflikt um „{path}“ ist schon entschieden.',
  'Undo that first to decide anew.': 'Machen Sie das zuerst rückgängig, um neu zu entscheiden.',
  '"{path}" is a file on one side and a folder on the other: the one cannot become a version of the other.':
    '„{path}“ ist auf einer Seite eine Datei und auf der anderen ein Ordner: Das eine kann keine Version des anderen werden.',
  'Keep both, and rename or delete one of them.': 'Behalten Sie beide, und benennen Sie eines um, oder löschen Sie es.',
  'The other version of "{path}" is not on this computer yet.':
    'Die andere Version von „{path}“ ist noch nicht auf diesem Computer.',
  'Let the sync finish first, then decide.': 'Lassen Sie zuerst die Synchronisation enden, und entscheiden Sie dann.',
  'What "{path}" holds now could not be kept where it can be brought back from.':
    'Was „{path}“ jetzt enthält, konnte nicht so aufbewahrt werden, dass es zurückgeholt werden kann.',
  'Do it by hand: save one version over the other, and delete the copy.':
    'Tun Sie es von Hand: Speichern Sie eine Version über die andere, und löschen Sie die Kopie.',
};
