import type { Texts } from '../../texts-type.ts';

/** Favourites and recent items. */
export const libraryTexts: Pick<Texts, 'library'> = {
  library: {
    favourites: 'Favoriten',
    noFavourites: 'Noch keine Favoriten',
    noFavouritesDetail: 'Fügen Sie unter „Dateien“ über das Menü eine Datei oder einen Ordner hinzu.',
    add: 'Zu Favoriten hinzufügen',
    added: (name) => `„${name}“ zu den Favoriten hinzugefügt.`,
    remove: 'Aus Favoriten entfernen',
    removeOf: (name) => `Aus Favoriten entfernen: ${name}`,
    removed: (name) => `„${name}“ aus den Favoriten entfernt.`,
    recents: 'Zuletzt verwendet',
    noRecents: 'Noch nichts verwendet',
    noRecentsDetail: 'Dateien, die Sie öffnen, hochladen oder ändern, erscheinen hier 90 Tage lang.',
    lastUsed: 'Zuletzt verwendet',
    used: {
      item_preview: (when) => `Vorschau: ${when}`,
      item_upload: (when) => `Hochgeladen: ${when}`,
      item_comment: (when) => `Kommentiert: ${when}`,
      item_open: (when) => `Geöffnet: ${when}`,
      item_modify: (when) => `Geändert: ${when}`,
    },
  },
};
