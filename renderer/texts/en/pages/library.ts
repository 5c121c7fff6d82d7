/** Favourites and recent items. */
export const libraryTexts = {
  library: {
    favourites: 'Favourites',
    noFavourites: 'No favourites yet',
    noFavouritesDetail: 'Add a file or folder from its menu in Files, and find it here.',
    add: 'Add to Favourites',
    added: (name: string): string => `“${name}” is in Favourites.`,
    remove: 'Remove from Favourites',
    removeOf: (name: string): string => `Remove from Favourites: ${name}`,
    removed: (name: string): string => `“${name}” is no longer in Favourites.`,
    recents: 'Recent',
    noRecents: 'Nothing recent',
    noRecentsDetail: 'Files that you open, upload or change appear here for 90 days.',
    lastUsed: 'Last used',
    used: {
      item_preview: (when: string): string => `Previewed ${when}`,
      item_upload: (when: string): string => `Uploaded ${when}`,
      item_comment: (when: string): string => `Commented ${when}`,
      item_open: (when: string): string => `Opened ${when}`,
      item_modify: (when: string): string => `Changed ${when}`,
    },
  },
} as const;
