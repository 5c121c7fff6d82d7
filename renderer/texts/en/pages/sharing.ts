/** Shared with me. */
export const sharingTexts = {
  sharing: {
    title: 'Shared with me',
    columns: { name: 'Name', role: 'Role', by: 'Shared by', date: 'Shared' },
    shared: 'Shared with you',
    nothing: 'Nothing is shared with you',
    nothingDetail: 'When someone invites you to a file or folder, the invitation appears here and in the tray.',
    acceptFirst: 'Items appear here after you accept an invitation.',
    leave: 'Leave…',
    leaveAction: 'Leave',
    leaveOf: (name: string): string => `Leave ${name}`,
    left: (name: string): string => `Left “${name}”.`,
    leaveTitle: (name: string): string => `Leave “${name}”?`,
    leaveDetail: (owner: string): string =>
      `It disappears from your files and stays with ${owner === '' ? 'its owner' : owner}. Only an invitation brings it back.`,
    throughGroup: 'You have access through a group or a parent folder. Ask the group administrator to remove you.',
  },
} as const;
